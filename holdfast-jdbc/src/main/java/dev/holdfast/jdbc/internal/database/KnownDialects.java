package dev.holdfast.jdbc.internal.database;

import java.sql.Connection;
import java.sql.DatabaseMetaData;
import java.sql.SQLException;
import java.sql.SQLNonTransientException;
import java.util.List;

/** The databases that this version of Holdfast knows. */
public final class KnownDialects {
  private static final List<Dialect> ALL =
      List.of(
          new SqliteDialect(),
          new PostgresDialect(),
          new MariaDbDialect(),
          new MySqlDialect(),
          new H2Dialect());

  private KnownDialects() {}

  /** The dialect of the database behind a connection. */
  public static Dialect of(Connection connection) throws SQLException {
    DatabaseMetaData about = connection.getMetaData();
    String product = about.getDatabaseProductName();
    for (Dialect dialect : ALL) {
      if (dialect.isOf(product, about)) {
        return dialect;
      }
    }
    throw new SQLNonTransientException(
        "the database is "
            + product
            + ", which this version of Holdfast does not know; it knows "
            + String.join(", ", ALL.stream().map(Dialect::product).toList()));
  }
}
