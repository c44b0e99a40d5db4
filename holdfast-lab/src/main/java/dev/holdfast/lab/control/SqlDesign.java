package dev.holdfast.lab.control;

import dev.holdfast.lab.episode.Surroundings;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.concurrent.locks.ReentrantLock;

/** What designs in a database share: one connection, each statement a transaction of its own. */
abstract class SqlDesign implements Design {
  private final SqlPlace place;
  private final String prefix;
  private final Connection connection;
  private final ReentrantLock one = new ReentrantLock();

  SqlDesign(SqlPlace place, Surroundings s, String table) throws SQLException {
    this.place = place;
    this.prefix = s.namespace() + ":";
    connection = place.open(s);
    SqlPlace.create(connection, table);
  }

  /** What keeps the names of one episode apart from another's. */
  final String key(String name) {
    return prefix + name;
  }

  /** Inserts a row unless there is one with its key; whether there was none. */
  final boolean insertNew(String row, Object... values) throws SQLException {
    return update(place.insertNew(row), values) == 1;
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
