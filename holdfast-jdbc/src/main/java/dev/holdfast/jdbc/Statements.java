package dev.holdfast.jdbc;

import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * A connection in auto-commit mode with its prepared statements, each prepared once. Used by one
 * thread at a time. Closing it closes the statements, not the connection.
 */
final class Statements implements AutoCloseable {
  /** Makes something of the row a result set stands on. */
  interface Reader<T> {
    T read(ResultSet row) throws SQLException;
  }

  private final Connection connection;
  private final Map<String, PreparedStatement> prepared = new HashMap<>();

  Statements(Connection connection) {
    this.connection = connection;
  }

  Connection connection() {
    return connection;
  }

  /** Runs a statement without parameters or results. */
  void run(String sql) throws SQLException {
    statement(sql).execute();
  }

  /** Runs a statement; how many rows it changed. */
  int update(String sql, Object... arguments) throws SQLException {
    return bind(sql, arguments).executeUpdate();
  }

  /** The first row of a query. */
  <T> @Nullable T first(String sql, Reader<T> reader, Object... arguments) throws SQLException {
    try (ResultSet rows = bind(sql, arguments).executeQuery()) {
      return rows.next() ? reader.read(rows) : null;
    }
  }

  /** The number in a query's only row. */
  long firstLong(String sql, Object... arguments) throws SQLException {
    Long number = first(sql, row -> row.getLong(1), arguments);
    if (number == null) {
      throw new SQLException("no answer to: " + sql);
    }
    return number;
  }

  /** All rows of a query. */
  <T> List<T> all(String sql, Reader<T> reader, Object... arguments) throws SQLException {
    List<T> all = new ArrayList<>();
    try (ResultSet rows = bind(sql, arguments).executeQuery()) {
      while (rows.next()) {
        all.add(reader.read(rows));
      }
    }
    return all;
  }

  private PreparedStatement bind(String sql, Object... arguments) throws SQLException {
    PreparedStatement statement = statement(sql);
    for (int i = 0; i < arguments.length; i++) {
      Object argument = arguments[i];
      if (argument instanceof String text) {
        statement.setString(i + 1, text);
      } else if (argument instanceof byte[] bytes) {
        statement.setBytes(i + 1, bytes);
      } else {
        statement.setLong(i + 1, (Long) argument);
      }
    }
    return statement;
  }

  private PreparedStatement statement(String sql) throws SQLException {
    PreparedStatement statement = prepared.get(sql);
    if (statement == null) {
      statement = connection.prepareStatement(sql);
      prepared.put(sql, statement);
    }
    return statement;
  }

  @Override
  public void close() throws SQLException {
    List<PreparedStatement> all = List.copyOf(prepared.values());
    prepared.clear();
    for (PreparedStatement statement : all) {
      statement.close();
    }
  }
}
