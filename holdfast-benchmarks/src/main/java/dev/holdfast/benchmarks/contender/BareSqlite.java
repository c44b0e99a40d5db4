package dev.holdfast.benchmarks.contender;

import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.Deque;
import java.util.concurrent.ConcurrentLinkedDeque;

/**
 * Not a lock: the two writing transactions that one costs at least, with statements prepared once
 * and SQLite's own waiting for the other writers.
 */
final class BareSqlite implements Contender {
  private static final int BUSY_MILLIS = 60_000;

  private final String file;
  private final Deque<Connection> open = new ConcurrentLinkedDeque<>();

  BareSqlite(String file) {
    this.file = file;
  }

  @Override
  public Section section(String name) {
    try {
      Connection connection = DriverManager.getConnection("jdbc:sqlite:" + file);
      open.add(connection);
      return new Updates(connection, name);
    } catch (SQLException failed) {
      throw new IllegalStateException("no connection to " + file, failed);
    }
  }

  @Override
  public long commands() {
    return 0;
  }

  @Override
  public void close() {
    for (Connection connection = open.poll(); connection != null; connection = open.poll()) {
      try {
        connection.close();
      } catch (SQLException broken) {
        throw new IllegalStateException(broken);
      }
    }
  }

  private static final class Updates implements Section {
    private final PreparedStatement begin;
    private final PreparedStatement update;
    private final PreparedStatement commit;
    private long value;

    Updates(Connection connection, String name) throws SQLException {
      try (Statement statement = connection.createStatement()) {
        statement.execute("PRAGMA busy_timeout = " + BUSY_MILLIS);
        statement.execute("PRAGMA journal_mode = WAL");
        statement.execute("PRAGMA synchronous = NORMAL");
        statement.execute(
            "CREATE TABLE IF NOT EXISTS bare (name TEXT PRIMARY KEY, holder INTEGER NOT NULL)"
                + " WITHOUT ROWID");
      }
      try (PreparedStatement insert =
          connection.prepareStatement("INSERT OR IGNORE INTO bare VALUES (?, 0)")) {
        insert.setString(1, name);
        insert.executeUpdate();
      }
      begin = connection.prepareStatement("BEGIN IMMEDIATE");
      update = connection.prepareStatement("UPDATE bare SET holder = ? WHERE name = ?");
      update.setString(2, name);
      commit = connection.prepareStatement("COMMIT");
    }

    @Override
    public void enter() throws SQLException {
      write();
    }

    @Override
    public void leave() throws SQLException {
      write();
    }

    private void write() throws SQLException {
      begin.executeUpdate();
      update.setLong(1, ++value);
      if (update.executeUpdate() != 1) {
        throw new IllegalStateException("the row is gone");
      }
      commit.executeUpdate();
    }
  }
}
