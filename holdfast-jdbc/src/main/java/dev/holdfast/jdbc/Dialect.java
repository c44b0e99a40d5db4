package dev.holdfast.jdbc;

import java.sql.Connection;
import java.sql.DatabaseMetaData;
import java.sql.SQLException;
import java.sql.SQLNonTransientException;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * What differs between databases: the clock, how a transaction that writes begins, how the tables
 * are made, and what errors mean. Everything else is the same code over the same tables.
 *
 * <p>A dialect promises that two writing transactions on one name run one after the other, and that
 * {@link #clock()} read in such a transaction is read after the other one ended.
 */
abstract class Dialect {
  /** The dialect of the database behind a connection. */
  static Dialect of(Connection connection) throws SQLException {
    List<Dialect> known = List.of(new SqliteDialect());
    DatabaseMetaData about = connection.getMetaData();
    String product = about.getDatabaseProductName();
    for (Dialect dialect : known) {
      if (dialect.product().equalsIgnoreCase(product)) {
        return dialect;
      }
    }
    throw new SQLNonTransientException(
        "the database is "
            + product
            + ", which this version of Holdfast does not know; it knows "
            + String.join(", ", known.stream().map(Dialect::product).toList()));
  }

  /** What the driver calls the database. */
  abstract String product();

  /** An SQL expression: the database's time in whole milliseconds since 1970, rounded down. */
  abstract String clock();

  /** The name of the resource with the tables. */
  abstract String schema();

  /** A query that tells how many of Holdfast's tables there are that keep the layout's version. */
  abstract String countOfLayoutTables();

  /** Why the database behind the connection cannot hold locks, if that is so. */
  abstract @Nullable String refusal(Statements statements) throws SQLException;

  /** How long a statement waits for others by itself before it fails with {@link #isBusy}. */
  abstract long ownPatienceMillis(Statements statements) throws SQLException;

  /** Begins a transaction that writes. */
  abstract void beginWrite(Statements statements) throws SQLException;

  /** Begins a transaction whose queries see one instant and that blocks nobody. */
  abstract void beginRead(Statements statements) throws SQLException;

  abstract void commit(Statements statements) throws SQLException;

  abstract void rollback(Statements statements) throws SQLException;

  /** Whether nothing happened because others were at work, so that the whole may be repeated. */
  abstract boolean isBusy(SQLException error);

  /** Whether asking again later can help. */
  abstract boolean isTransient(SQLException error);
}
