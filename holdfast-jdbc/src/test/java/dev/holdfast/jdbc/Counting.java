package dev.holdfast.jdbc;

import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Proxy;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.util.concurrent.atomic.AtomicInteger;
import javax.sql.DataSource;

/** Data sources that count statements: those that are prepared on their connections, or run. */
final class Counting {
  private Counting() {}

  static DataSource dataSource(DataSource real, AtomicInteger statements) {
    return proxy(
        DataSource.class,
        real,
        (method, answer) -> proxy(Connection.class, (Connection) answer, counting(statements)));
  }

  /** One that counts how often a prepared statement is run. */
  static DataSource runs(DataSource real, AtomicInteger runs) {
    Change counting =
        (method, answer) ->
            method.equals("prepareStatement")
                ? proxy(
                    PreparedStatement.class,
                    (PreparedStatement) answer,
                    (asked, result) -> {
                      if (asked.startsWith("execute")) {
                        runs.incrementAndGet();
                      }
                      return result;
                    })
                : answer;
    return proxy(
        DataSource.class,
        real,
        (method, answer) -> proxy(Connection.class, (Connection) answer, counting));
  }

  /** What becomes of an answer. */
  private interface Change {
    Object of(String method, Object answer);
  }

  private static Change counting(AtomicInteger statements) {
    return (method, answer) -> {
      if (method.equals("prepareStatement")) {
        statements.incrementAndGet();
      }
      return answer;
    };
  }

  private static <T> T proxy(Class<T> type, T real, Change change) {
    return type.cast(
        Proxy.newProxyInstance(
            type.getClassLoader(),
            new Class<?>[] {type},
            (proxy, method, arguments) -> {
              try {
                return change.of(method.getName(), method.invoke(real, arguments));
              } catch (InvocationTargetException error) {
                throw error.getCause();
              }
            }));
  }
}
