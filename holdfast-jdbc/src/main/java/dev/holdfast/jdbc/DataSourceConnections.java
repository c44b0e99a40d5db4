package dev.holdfast.jdbc;

import java.sql.Connection;
import java.sql.SQLException;
import javax.sql.DataSource;

/** The user's own data source: a connection is borrowed for each operation, never kept. */
final class DataSourceConnections implements Connections {
  private final DataSource dataSource;

  DataSourceConnections(DataSource dataSource) {
    this.dataSource = dataSource;
  }

  @Override
  public Statements take() throws SQLException {
    Connection connection = dataSource.getConnection();
    boolean done = false;
    try {
      // Transactions are begun by statement, which a driver that begins its own would not allow.
      if (!connection.getAutoCommit()) {
        connection.setAutoCommit(true);
      }
      done = true;
      return new Statements(connection);
    } finally {
      if (!done) {
        connection.close();
      }
    }
  }

  @Override
  public void giveBack(Statements statements, boolean usable) {
    Connection connection = statements.connection();
    try (connection;
        statements) {
      if (!usable) {
        connection.abort(Runnable::run);
      }
    } catch (SQLException broken) {
      // What was asked has been answered or has failed already; the pool replaces the connection.
    }
  }

  @Override
  public Dialect opened() throws SQLException {
    try (Connection connection = dataSource.getConnection()) {
      return Dialect.of(connection);
    }
  }

  @Override
  public void closed() {
    // It is the user's.
  }

  @Override
  public String toString() {
    // A data source's own text may contain its password.
    return "the data source (" + dataSource.getClass().getSimpleName() + ")";
  }
}
