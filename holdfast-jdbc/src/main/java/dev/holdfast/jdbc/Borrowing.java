package dev.holdfast.jdbc;

import java.sql.Connection;
import java.sql.SQLException;
import java.sql.SQLFeatureNotSupportedException;
import java.time.Duration;

/**
 * How a pool's connection is used and handed back: in auto-commit mode, since transactions are
 * begun by statement, and not waiting for an answer for ever. It goes back as it came.
 */
final class Borrowing {
  private Borrowing() {}

  /**
   * Prepares a connection.
   *
   * @param longestAnswer how long to wait for an answer; zero: as long as it takes
   */
  static Statements begin(Connection connection, Duration longestAnswer) throws SQLException {
    boolean autoCommit = connection.getAutoCommit();
    if (!autoCommit) {
      connection.setAutoCommit(true);
    }
    int before = longestAnswer.isZero() ? -1 : bound(connection, longestAnswer);
    return new Statements(connection, new Statements.Before(autoCommit, before));
  }

  /** Bounds the wait for each answer; the bound before, or -1 if it is left as it is. */
  private static int bound(Connection connection, Duration longestAnswer) throws SQLException {
    try {
      int before = connection.getNetworkTimeout();
      int millis = Math.toIntExact(longestAnswer.toMillis());
      if (before > 0 && before <= millis) {
        return -1;
      }
      connection.setNetworkTimeout(Runnable::run, millis);
      return before;
    } catch (SQLFeatureNotSupportedException asItIs) {
      return -1;
    }
  }

  /** Hands the connection back, or makes the pool throw it away. */
  static void end(Statements statements, boolean usable) {
    Connection connection = statements.connection();
    Statements.Before before = statements.before();
    try (connection;
        statements) {
      if (!usable) {
        connection.abort(Runnable::run);
      } else if (before != null) {
        if (before.networkTimeoutMillis() >= 0) {
          connection.setNetworkTimeout(Runnable::run, before.networkTimeoutMillis());
        }
        if (!before.autoCommit()) {
          connection.setAutoCommit(false);
        }
      }
    } catch (SQLException broken) {
      // What was asked has been answered or has failed already; the pool replaces the connection.
    }
  }
}
