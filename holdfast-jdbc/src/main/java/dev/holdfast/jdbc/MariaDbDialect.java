package dev.holdfast.jdbc;

import java.sql.DatabaseMetaData;
import java.sql.SQLException;
import org.jspecify.annotations.Nullable;

/** MariaDB, with InnoDB tables: what it has beyond MySQL. */
final class MariaDbDialect extends MySqlDialect {
  @Override
  String product() {
    return "MariaDB";
  }

  @Override
  boolean isOf(String product, DatabaseMetaData about) throws SQLException {
    return product.equalsIgnoreCase("MariaDB")
        || (product.equalsIgnoreCase("MySQL") && isMariaDb(about));
  }

  @Override
  String orIsOffline() {
    return "";
  }

  @Override
  @Nullable String refusal(Statements statements) throws SQLException {
    boolean emptyIsNull =
        statements.firstLong("SELECT LOCATE('EMPTY_STRING_IS_NULL', @@SESSION.sql_mode) > 0") == 1;
    return emptyIsNull
        ? "the connection's sql_mode has EMPTY_STRING_IS_NULL, so a namespace that is empty would be"
            + " none; take it out, or let the store connect by a URL, which does"
        : super.refusal(statements);
  }

  @Override
  String alone(String update) {
    // A statement that is a transaction by itself waits for a row no longer than any other, also on
    // connections that nobody has told so.
    return "SET STATEMENT innodb_lock_wait_timeout = 1 FOR " + update;
  }

  @Override
  String lockRow() {
    return super.lockRow() + " WAIT 1";
  }
}
