package dev.holdfast.jdbc.internal.database;

import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * What only PostgreSQL's own driver can do. It is called by name, so that users of another
 * database, or of another driver, need no class of it.
 */
public final class PgWire {
  private static final String DRIVER = "org.postgresql.PGConnection";
  private static final String NOTIFICATION = "org.postgresql.PGNotification";

  private PgWire() {}

  /**
   * Whether notifications reach this connection: its driver is PostgreSQL's own, and the process of
   * the server that it was told of when it connected is the one that answers. A proxy that lends
   * the connections of a pool to its clients tells them numbers of its own.
   */
  public static boolean isDirect(Statements statements) throws SQLException {
    Object driver = driver(statements.connection());
    if (driver == null) {
      return false;
    }
    long told = Long.parseLong(String.valueOf(call(DRIVER, "getBackendPID", driver)));
    return told == statements.firstLong("SELECT CAST(pg_backend_pid() AS BIGINT)");
  }

  /** Whether both are the same connection, whatever is wrapped around them. */
  public static boolean areSame(Connection one, Connection other) throws SQLException {
    Object driver = driver(one);
    return driver != null && driver == driver(other);
  }

  /** Waits for so long; what was heard first, if anything. */
  public static List<Statements.Word> listen(Connection connection, int millis)
      throws SQLException {
    Object driver = driver(connection);
    if (driver == null) {
      throw new SQLException("the connection is not one of PostgreSQL's driver");
    }
    Object[] heard = (Object[]) call(DRIVER, "getNotifications", driver, millis);
    List<Statements.Word> words = new ArrayList<>();
    for (Object each : heard == null ? new Object[0] : heard) {
      String channel = String.valueOf(call(NOTIFICATION, "getName", each));
      words.add(
          new Statements.Word(channel, String.valueOf(call(NOTIFICATION, "getParameter", each))));
    }
    return words;
  }

  /** Asks the server, through a connection of its own, to end what this one waits for. */
  static void cancel(Connection connection) throws SQLException {
    Object driver = driver(connection);
    if (driver != null) {
      call(DRIVER, "cancelQuery", driver);
    }
  }

  private static @Nullable Object driver(Connection connection) throws SQLException {
    try {
      Class<?> type = type(DRIVER);
      return connection.isWrapperFor(type) ? connection.unwrap(type) : null;
    } catch (ClassNotFoundException | LinkageError | UnsupportedOperationException unknown) {
      // The driver is not where we can see it, or what is around it does not let us look.
      return null;
    }
  }

  private static Class<?> type(String name) throws ClassNotFoundException {
    return Class.forName(name, false, PgWire.class.getClassLoader());
  }

  /** Calls a method of the driver; its only argument, if any, is a number. */
  private static @Nullable Object call(String type, String method, Object on, Integer... arguments)
      throws SQLException {
    try {
      Class<?>[] types = new Class<?>[arguments.length];
      Arrays.fill(types, int.class);
      Method called = type(type).getMethod(method, types);
      return called.invoke(on, (Object[]) arguments);
    } catch (InvocationTargetException failed) {
      if (failed.getCause() instanceof SQLException why) {
        throw why;
      }
      throw new SQLException(method + " of PostgreSQL's driver failed", failed.getCause());
    } catch (ReflectiveOperationException changed) {
      throw new SQLException("PostgreSQL's driver has no " + method, changed);
    }
  }
}
