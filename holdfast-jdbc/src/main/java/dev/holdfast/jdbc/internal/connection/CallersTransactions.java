package dev.holdfast.jdbc.internal.connection;

import dev.holdfast.jdbc.internal.database.Dialect;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.SQLNonTransientException;
import javax.sql.DataSource;

/**
 * Keeps away from transactions of the program: a lock never takes part in one, so it must not use a
 * connection that has one under way, which it would commit.
 */
final class CallersTransactions {
  /** Lends the connection of the caller's transaction to all that ask; wraps the real one. */
  private static final String SPRING_PROXY =
      "org.springframework.jdbc.datasource.TransactionAwareDataSourceProxy";

  private CallersTransactions() {}

  /** The data source without any of Spring's proxies that lend a transaction's connection. */
  static DataSource outside(DataSource dataSource) {
    DataSource target = dataSource;
    try {
      Class<?> proxy = Class.forName(SPRING_PROXY, false, loader(dataSource));
      while (target.isWrapperFor(proxy)) {
        Object found = target.unwrap(proxy);
        if (!(proxy.getMethod("getTargetDataSource").invoke(found) instanceof DataSource inside)) {
          break;
        }
        target = inside;
      }
    } catch (ClassNotFoundException | LinkageError | UnsupportedOperationException none) {
      // No Spring where this data source comes from, or it does not let us look.
    } catch (SQLException | ReflectiveOperationException hidden) {
      throw new IllegalArgumentException(
          "cannot find the data source behind "
              + dataSource.getClass().getSimpleName()
              + ", which lends the connection of the caller's transaction; hand in that one",
          hidden);
    }
    return target;
  }

  private static ClassLoader loader(DataSource dataSource) {
    ClassLoader own = dataSource.getClass().getClassLoader();
    return own == null ? ClassLoader.getSystemClassLoader() : own;
  }

  /**
   * Looks whether a connection that was lent has a transaction under way, as far as it tells.
   *
   * @throws SQLException if it has; the transaction goes on
   */
  static void refuse(Dialect dialect, Connection lent) throws SQLException {
    if (dialect.isInTransaction(lent)) {
      throw new SQLNonTransientException(
          "the data source lends a connection with a transaction under way, which a lock would"
              + " commit; hand in the pool itself, not one that binds connections to threads or"
              + " transactions");
    }
  }
}
