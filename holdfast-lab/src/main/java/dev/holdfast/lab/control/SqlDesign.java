package dev.holdfast.lab.control;

import dev.holdfast.lab.episode.Surroundings;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.concurrent.locks.ReentrantLock;

/** What designs in a database share: one connection, each statement a transaction of its own. */
abstract class SqlDesign implements Design {
  private final Connection connection;
  private final ReentrantLock one = new ReentrantLock();

  SqlDesign(Surroundings s, String table) throws SQLException {
    Path file = s.folder().resolve(s.namespace() + ".db").toAbsolutePath();
    connection = DriverManager.getConnection("jdbc:sqlite:" + file + "?busy_timeout=3000");
    query("PRAGMA journal_mode = WAL");
    update("PRAGMA synchronous = OFF");
    update("CREATE TABLE IF NOT EXISTS " + table);
  }

  /** How many rows it changed. */
  final int update(String sql, Object... values) throws SQLException {
    one.lock();
    try (PreparedStatement statement = prepare(sql, values)) {
      return statement.executeUpdate();
    } finally {
      one.unlock();
    }
  }

  /** The first number of the first row; -1 if there is none. */
  final long query(String sql, Object... values) throws SQLException {
    one.lock();
    try (PreparedStatement statement = prepare(sql, values);
        ResultSet rows = statement.executeQuery()) {
      return rows.next() ? rows.getLong(1) : -1;
    } finally {
      one.unlock();
    }
  }

  private PreparedStatement prepare(String sql, Object... values) throws SQLException {
    PreparedStatement statement = connection.prepareStatement(sql);
    for (int i = 0; i < values.length; i++) {
      statement.setObject(i + 1, values[i]);
    }
    return statement;
  }

  @Override
  public void close() {
    one.lock();
    try {
      connection.close();
    } catch (SQLException broken) {
      throw new IllegalStateException("the database could not be closed", broken);
    } finally {
      one.unlock();
    }
  }
}
