package dev.holdfast.jdbc;

import java.sql.Connection;
import java.sql.SQLException;
import java.time.Duration;
import javax.sql.DataSource;

/** The user's own data source: a connection is borrowed for each operation, never kept. */
final class DataSourceConnections implements Connections {
  private final DataSource dataSource;
  private volatile Duration longestAnswer = Duration.ZERO;

  DataSourceConnections(DataSource dataSource) {
    this.dataSource = dataSource;
  }

  @Override
  public Statements take() throws SQLException {
    Connection connection = dataSource.getConnection();
    boolean done = false;
    try {
      Statements statements = Borrowing.begin(connection, longestAnswer);
      done = true;
      return statements;
    } finally {
      if (!done) {
        connection.close();
      }
    }
  }

  @Override
  public void giveBack(Statements statements, boolean usable) {
    Borrowing.end(statements, usable);
  }

  @Override
  public Dialect opened() throws SQLException {
    try (Connection connection = dataSource.getConnection()) {
      Dialect dialect = Dialect.of(connection);
      longestAnswer = dialect.longestAnswer();
      return dialect;
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
