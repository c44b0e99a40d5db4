package dev.holdfast.spring;

import dev.holdfast.Lease;
import dev.holdfast.jdbc.Fence;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.List;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import javax.sql.DataSource;
import org.springframework.beans.factory.ObjectProvider;
import org.springframework.dao.DataAccessException;
import org.springframework.jdbc.datasource.ConnectionHolder;
import org.springframework.jdbc.datasource.DataSourceUtils;
import org.springframework.jdbc.support.SQLExceptionSubclassTranslator;
import org.springframework.jdbc.support.SQLExceptionTranslator;
import org.springframework.transaction.support.TransactionSynchronizationManager;

/** Checks fences in the transactions of Spring. Thread-safe. */
final class Fences {
  private static final SQLExceptionTranslator TRANSLATOR = new SQLExceptionSubclassTranslator();

  private final ObjectProvider<DataSource> dataSources;
  private final Set<DataSource> prepared = ConcurrentHashMap.newKeySet();

  Fences(ObjectProvider<DataSource> dataSources) {
    this.dataSources = dataSources;
  }

  /**
   * Makes the table, once and before a transaction, where it is plain in which database; where it
   * is not, the application makes it.
   */
  void prepare() {
    DataSource only = dataSources.getIfUnique();
    if (only == null || prepared.contains(only)) {
      return;
    }
    try {
      Fence.createTable(only);
    } catch (SQLException error) {
      throw translated("make the table holdfast_fence", error);
    }
    prepared.add(only);
  }

  /** Checks a resource in the transaction of this thread. */
  void check(String resource, Lease lease, boolean shared) {
    DataSource source = ofTransaction(resource);
    Connection connection = DataSourceUtils.getConnection(source);
    try {
      if (shared) {
        Fence.checkShared(connection, resource, lease);
      } else {
        Fence.check(connection, resource, lease);
      }
    } catch (SQLException error) {
      throw translated("check the fence of '" + resource + "'", error);
    } finally {
      DataSourceUtils.releaseConnection(connection, source);
    }
  }

  private DataSource ofTransaction(String resource) {
    List<DataSource> bound =
        TransactionSynchronizationManager.isActualTransactionActive()
            ? dataSources.stream()
                .filter(
                    source ->
                        TransactionSynchronizationManager.getResource(source)
                            instanceof ConnectionHolder)
                .toList()
            : List.of();
    if (bound.size() == 1) {
      return bound.get(0);
    }
    throw new IllegalStateException(
        "the fence of '"
            + resource
            + "' is checked in a transaction over one DataSource bean, but "
            + (bound.isEmpty()
                ? "the transaction of this method is over none"
                : "the transaction of this method is over " + bound.size())
            + "; the method did not run. Call Fence.check in the method instead");
  }

  private static DataAccessException translated(String task, SQLException error) {
    DataAccessException known = TRANSLATOR.translate(task, null, error);
    return known == null ? new FenceAccessException(task, error) : known;
  }

  /** What the database said has no class of its own. */
  private static final class FenceAccessException extends DataAccessException {
    private static final long serialVersionUID = 1L;

    FenceAccessException(String task, SQLException error) {
      super("could not " + task + ": " + error.getMessage(), error);
    }
  }
}
