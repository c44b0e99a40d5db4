package dev.holdfast.spring.boot;

import dev.holdfast.jdbc.JdbcStore;
import dev.holdfast.spi.LockStore;
import java.sql.SQLException;
import javax.sql.DataSource;
import org.springframework.aop.framework.AopProxyUtils;
import org.springframework.jdbc.datasource.DelegatingDataSource;
import org.springframework.jdbc.datasource.LazyConnectionDataSourceProxy;
import org.springframework.jdbc.datasource.TransactionAwareDataSourceProxy;
import org.springframework.jdbc.datasource.lookup.AbstractRoutingDataSource;
import org.springframework.util.ClassUtils;

/** Stores over the data sources of an application. */
final class JdbcStores {
  private static final boolean SPRING_JDBC =
      ClassUtils.isPresent(
          "org.springframework.jdbc.datasource.TransactionAwareDataSourceProxy",
          JdbcStores.class.getClassLoader());

  private JdbcStores() {}

  /**
   * A store in the database behind a data source.
   *
   * @throws IllegalArgumentException if that is not always the same database
   */
  static LockStore over(DataSource source) {
    return JdbcStore.of(SPRING_JDBC ? OfSpring.plain(source) : source);
  }

  /** Loaded only if spring-jdbc is there. */
  private static final class OfSpring {
    private OfSpring() {}

    static DataSource plain(DataSource source) {
      if (isRouting(source)) {
        throw new IllegalArgumentException(
            "the DataSource "
                + source.getClass().getName()
                + " leads each thread to another database, so that two holders of one name might"
                + " ask different ones: define a bean JdbcStore.of(one of them), of type LockStore");
      }
      // A store's transactions are short ones of its own, never part of a caller's.
      DataSource plain = source;
      while (plain instanceof TransactionAwareDataSourceProxy
          || plain instanceof LazyConnectionDataSourceProxy) {
        DataSource inside = ((DelegatingDataSource) plain).getTargetDataSource();
        if (inside == null) {
          return plain;
        }
        plain = inside;
      }
      return plain;
    }

    /** Also behind what wraps it, as far as that can be asked. */
    private static boolean isRouting(DataSource source) {
      if (source instanceof AbstractRoutingDataSource) {
        return true;
      }
      if (source instanceof DelegatingDataSource wrapper) {
        return wrapper.getTargetDataSource() != null && isRouting(wrapper.getTargetDataSource());
      }
      if (AopProxyUtils.getSingletonTarget(source) instanceof DataSource target) {
        return isRouting(target);
      }
      try {
        return source.isWrapperFor(AbstractRoutingDataSource.class);
      } catch (SQLException | AbstractMethodError notKnown) {
        return false;
      }
    }
  }
}
