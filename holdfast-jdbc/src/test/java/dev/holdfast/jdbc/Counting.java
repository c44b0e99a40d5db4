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
    return changed(
        real,
        (method, answer) -> {
          if (method.equals("prepareStatement")) {
            statements.incrementAndGet();
          }
          return answer;
        });
  }

  /** One that counts how often a prepared statement is run. */
  static DataSource runs(DataSource real, AtomicInteger runs) {
    return changed(
        real,
        (method, answer) ->
            method.equals("prepareStatement")
                ? proxy(
                    PreparedStatement.class,
                    answer,
                    (asked, result) -> {
                      if (asked.startsWith("execute")) {
                        runs.incrementAndGet();
                      }
                      return result;
                    })
                : answer);
  }

  /** One that counts prepared statements that failed. */
  static DataSource failures(DataSource real, AtomicInteger failures) {
    return changed(
        real,
        (method, answer) ->
            method.equals("prepareStatement")
                ? proxy(
                    PreparedStatement.class,
                    answer,
                    (asked, result) -> result,
                    failures::incrementAndGet)
                : answer);
  }

  /** One whose connections answer otherwise. */
  static DataSource changed(DataSource real, Change change) {
    return proxy(
        DataSource.class, real, (method, answer) -> proxy(Connection.class, answer, change));
  }

  /** What becomes of an answer. */
  interface Change {
    Object of(String method, Object answer);
  }

  static <T> T proxy(Class<T> type, Object real, Change change) {
    return proxy(type, real, change, () -> {});
  }

  private static <T> T proxy(Class<T> type, Object real, Change change, Runnable failed) {
    return type.cast(
        Proxy.newProxyInstance(
            type.getClassLoader(),
            new Class<?>[] {type},
            (proxy, method, arguments) -> {
              try {
                return change.of(method.getName(), method.invoke(real, arguments));
              } catch (InvocationTargetException error) {
                failed.run();
                throw error.getCause();
              }
            }));
  }
}
