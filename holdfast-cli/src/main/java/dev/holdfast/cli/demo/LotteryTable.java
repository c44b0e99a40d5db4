package dev.holdfast.cli.demo;

import dev.holdfast.Lease;
import dev.holdfast.StaleTokenException;
import dev.holdfast.jdbc.Fence;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.List;
import javax.sql.DataSource;
import org.sqlite.SQLiteDataSource;

/** The lottery's database: who takes part, and the one list of winners that counts. */
final class LotteryTable implements AutoCloseable {
  static final int ENTRANTS = 5_000;
  static final int WINNERS = 10;

  private final DataSource database;
  private final Connection connection;

  private LotteryTable(DataSource database, Connection connection) {
    this.database = database;
    this.connection = connection;
  }

  static LotteryTable open(Path file) throws SQLException {
    SQLiteDataSource database = new SQLiteDataSource();
    database.setUrl("jdbc:sqlite:" + file);
    Connection connection = database.getConnection();
    try (Statement statement = connection.createStatement()) {
      statement.execute("PRAGMA busy_timeout = 10000");
      statement.execute("PRAGMA synchronous = OFF"); // It is thrown away in a minute.
    }
    return new LotteryTable(database, connection);
  }

  /** Makes the tables, with the entrants. */
  void create() throws SQLException {
    try (Statement statement = connection.createStatement()) {
      statement.execute("CREATE TABLE entrant (name TEXT NOT NULL)");
      statement.execute(
          "WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < "
              + ENTRANTS
              + ") INSERT INTO entrant SELECT printf('entrant %04d', i) FROM n");
      statement.execute("CREATE TABLE lottery (drawn_by INTEGER, winners TEXT)");
    }
    Fence.createTable(database);
    clear();
  }

  /** A new day: nothing is drawn yet. */
  void clear() throws SQLException {
    try (Statement statement = connection.createStatement()) {
      statement.execute("DELETE FROM lottery");
      statement.execute("INSERT INTO lottery DEFAULT VALUES");
    }
  }

  List<String> entrants() throws SQLException {
    try (Statement statement = connection.createStatement();
        ResultSet rows = statement.executeQuery("SELECT name FROM entrant")) {
      List<String> names = new ArrayList<>();
      while (rows.next()) {
        names.add(rows.getString(1));
      }
      return names;
    }
  }

  /** The list of winners as it stands; empty before the draw. */
  List<String> winners() throws SQLException {
    try (Statement statement = connection.createStatement();
        ResultSet row = statement.executeQuery("SELECT winners FROM lottery")) {
      String winners = row.next() ? row.getString(1) : null;
      return winners == null ? List.of() : List.of(winners.split(","));
    }
  }

  /** As it is usually done: the lock was acquired, so what can go wrong? */
  void publish(int worker, List<String> winners) throws SQLException {
    try (PreparedStatement update =
        connection.prepareStatement("UPDATE lottery SET winners = ?, drawn_by = ?")) {
      update.setString(1, String.join(",", winners));
      update.setInt(2, worker);
      update.executeUpdate();
    }
  }

  /**
   * The first contact of a draw with the tables, before anything is read: from here on every older
   * token is refused. A transaction of its own, for a draw takes a while.
   *
   * @throws StaleTokenException if a newer one has been here
   */
  void begin(String day, Lease lease) throws SQLException {
    guarded(day, lease, () -> {});
  }

  /**
   * Publishes if no newer token has been here, which is checked in the same transaction: between a
   * check and a write of their own there would be time for a pause.
   *
   * @throws StaleTokenException if a newer one has been here; nothing is published
   */
  void publish(int worker, List<String> winners, String day, Lease lease) throws SQLException {
    guarded(day, lease, () -> publish(worker, winners));
  }

  private void guarded(String day, Lease lease, Change change) throws SQLException {
    connection.setAutoCommit(false);
    try {
      Fence.check(connection, day, lease);
      change.run();
      connection.commit();
    } finally {
      connection.rollback();
      connection.setAutoCommit(true);
    }
  }

  private interface Change {
    void run() throws SQLException;
  }

  @Override
  public void close() throws SQLException {
    connection.close();
  }
}
