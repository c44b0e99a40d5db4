package dev.holdfast.jdbc.internal.database;

import java.sql.DatabaseMetaData;
import java.sql.SQLException;
import org.jspecify.annotations.Nullable;

/** MariaDB, with InnoDB tables: what it has beyond MySQL. */
public final class MariaDbDialect extends MySqlDialect {
  @Override
  public String product() {
    return "MariaDB";
  }

  @Override
  boolean isOf(String product, DatabaseMetaData about) throws SQLException {
    return product.equalsIgnoreCase("MariaDB")
        || (product.equalsIgnoreCase("MySQL") && isMariaDb(about));
  }

  @Override
  public String orIsOffline() {
    return "";
  }

  @Override
  public @Nullable String refusal(Statements statements) throws SQLException {
    boolean emptyIsNull =
        statements.firstLong("SELECT LOCATE('EMPTY_STRING_IS_NULL', @@SESSION.sql_mode) > 0") == 1;
    return emptyIsNull
        ? "the connection's sql_mode has EMPTY_STRING_IS_NULL, so a namespace that is empty would be"
            + " none; take it out, or let the store connect by a URL, which does"
        : super.refusal(statements);
  }

  @Override
  public String bounded(String sql) {
    // For rows, also on connections that are not told so when they begin, and for tables.
    return IS_BOUNDED.matcher(sql).find()
        ? "SET STATEMENT innodb_lock_wait_timeout = 1, lock_wait_timeout = 1 FOR " + sql
        : sql;
  }

  @Override
  String lockRow() {
    return super.lockRow() + " WAIT 1";
  }
}
