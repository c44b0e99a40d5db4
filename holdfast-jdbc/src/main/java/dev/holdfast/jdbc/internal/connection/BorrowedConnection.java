package dev.holdfast.jdbc.internal.connection;

import dev.holdfast.jdbc.internal.database.SqlTask;
import dev.holdfast.jdbc.internal.database.Statements;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.SQLFeatureNotSupportedException;
import java.sql.SQLTransientConnectionException;
import java.sql.Statement;
import java.time.Duration;

/**
 * How a pool's connection is used and handed back: in auto-commit mode, since transactions are
 * begun by statement, and with a bound on the wait for each answer. It goes back as it came.
 */
public final class BorrowedConnection {
  private static final System.Logger LOG = System.getLogger(BorrowedConnection.class.getName());

  /** After this number of interrupts the thread is taken to want nothing but the end. */
  private static final int MOST_INTERRUPTS = 1_000;

  private BorrowedConnection() {}

  /**
   * Takes a connection. A thread that is interrupted while a pool lets it wait for one waits on,
   * and stays interrupted: it may be about to give back what it holds, which would be held on.
   */
  static Connection take(SqlTask<Connection> source) throws SQLException {
    boolean interrupted = false;
    try {
      for (int i = 0; i < MOST_INTERRUPTS; i++) {
        try {
          return source.run();
        } catch (SQLException none) {
          if (!isInterrupt(none)) {
            throw none;
          }
          interrupted = true;
          boolean known = Thread.interrupted(); // as pools set it again
          LOG.log(System.Logger.Level.TRACE, "interrupted, {0}: {1}", known, none);
        }
      }
      throw new SQLTransientConnectionException("interrupted again and again");
    } finally {
      if (interrupted) {
        Thread.currentThread().interrupt();
      }
    }
  }

  private static boolean isInterrupt(Throwable error) {
    for (Throwable cause = error; cause != null; cause = cause.getCause()) {
      if (cause instanceof InterruptedException) {
        return true;
      }
    }
    return false;
  }

  /**
   * Prepares a connection, which is closed if that fails.
   *
   * @param longestAnswer how long to wait for an answer; zero: as long as it takes
   */
  static Statements begin(Connection connection, Duration longestAnswer) throws SQLException {
    return orClosed(connection, () -> prepared(connection, longestAnswer));
  }

  /** Does something with a connection, which is closed if that fails. */
  static <T> T orClosed(Connection connection, SqlTask<T> task) throws SQLException {
    boolean done = false;
    try {
      T result = task.run();
      done = true;
      return result;
    } finally {
      if (!done) {
        connection.close();
      }
    }
  }

  /** Prepares a connection, and leaves it open if that fails. */
  static Statements prepared(Connection connection, Duration longestAnswer) throws SQLException {
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
        discard(connection);
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

  /**
   * Ends a connection so that a pool which it may be from throws it away, too. Some pools do not
   * look whether what comes back is still open, and HikariCP lends it to the next for half a
   * second; but they heed an error that says so.
   */
  public static void discard(Connection connection) throws SQLException {
    connection.abort(Runnable::run);
    try (Statement statement = connection.createStatement()) {
      boolean unexpected = statement.execute("SELECT 1");
      LOG.log(System.Logger.Level.DEBUG, "an ended connection answers: {0}", unexpected);
    } catch (SQLException gone) {
      LOG.log(System.Logger.Level.TRACE, "as it should be", gone);
    }
  }
}
