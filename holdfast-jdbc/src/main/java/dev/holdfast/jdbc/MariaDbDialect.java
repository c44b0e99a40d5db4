package dev.holdfast.jdbc;

import java.sql.DatabaseMetaData;
import java.sql.SQLException;

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
