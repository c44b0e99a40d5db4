package dev.holdfast.lab.control;

import dev.holdfast.lab.episode.Grip;
import dev.holdfast.lab.episode.Surroundings;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import org.jspecify.annotations.Nullable;

/**
 * D12: a row for each name, locked by {@code SELECT … FOR UPDATE} in a transaction that stays open
 * for as long as the lock is held. When its connection ends, the row is free, and the holder, who
 * works elsewhere, learns of it at its commit.
 */
final class OpenTransaction implements Design {
  private final SqlPlace place;
  private final Surroundings surroundings;
  private final String prefix;
  private final Queue<Connection> idle = new ConcurrentLinkedQueue<>();
  private volatile boolean closed;

  OpenTransaction(SqlPlace place, Surroundings s) throws SQLException {
    this.place = place;
    this.surroundings = s;
    this.prefix = s.namespace() + ":";
    try (Connection connection = place.open(s)) {
      SqlPlace.create(connection, "held (name VARCHAR(200) PRIMARY KEY)");
    }
  }

  @Override
  public @Nullable Grip attempt(String name) throws SQLException {
    Connection connection = open();
    try {
      if (!lock(connection, prefix + name)) {
        connection.rollback();
        giveBack(connection);
        return null;
      }
      return Belief.endless(
          () -> {
            try {
              connection.commit();
            } catch (SQLException lost) {
              connection.close();
              throw lost;
            }
            giveBack(connection);
          });
    } catch (SQLException broken) {
      connection.close();
      throw broken;
    }
  }

  private boolean lock(Connection connection, String name) throws SQLException {
    try (PreparedStatement insert =
        connection.prepareStatement(place.insertNew("held VALUES (?)"))) {
      insert.setString(1, name);
      insert.executeUpdate();
    }
    connection.commit();
    try (PreparedStatement select =
        connection.prepareStatement(
            "SELECT name FROM held WHERE name = ? FOR UPDATE SKIP LOCKED")) {
      select.setString(1, name);
      try (ResultSet rows = select.executeQuery()) {
        return rows.next();
      }
    }
  }

  private Connection open() throws SQLException {
    Connection known = idle.poll();
    if (known != null) {
      return known;
    }
    Connection opened = place.open(surroundings);
    opened.setAutoCommit(false);
    return opened;
  }

  private void giveBack(Connection connection) throws SQLException {
    if (closed) {
      connection.close();
    } else {
      idle.add(connection);
    }
  }

  @Override
  public void close() {
    closed = true;
    try {
      for (Connection connection = idle.poll(); connection != null; connection = idle.poll()) {
        connection.close();
      }
    } catch (SQLException broken) {
      throw new IllegalStateException("a connection could not be closed", broken);
    }
  }
}
