package dev.holdfast.jdbc;

import dev.holdfast.jdbc.internal.database.SqlFile;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.SQLNonTransientException;
import java.sql.SQLSyntaxErrorException;
import java.sql.Statement;

/** The guards' table, as each database wants it. */
enum FenceTable {
  SQLITE("fence-sqlite.sql", false, "ON CONFLICT (resource) DO NOTHING", ""),
  POSTGRESQL("fence-postgresql.sql", false, "ON CONFLICT (resource) DO NOTHING", ""),
  // Not IGNORE: it takes a shared lock on a row that is there, on which two would wait for each
  // other; this takes the exclusive one.
  MARIADB("fence-mariadb.sql", true, "ON DUPLICATE KEY UPDATE contacts = contacts", " FOR UPDATE"),
  H2("fence-h2.sql", false, "", "") {
    /** Not all of its modes know what the others say; and it fails where two make the row. */
    @Override
    String makeRoom() {
      return "MERGE INTO holdfast_fence f USING (SELECT CAST(? AS VARBINARY) AS resource) r"
          + " ON f.resource = r.resource WHEN NOT MATCHED THEN INSERT"
          + " (resource, exclusive_token, exclusive_owner, shared_token, contacts)"
          + " VALUES (r.resource, 0, '', 0, 0)";
    }

    @Override
    boolean isThere(SQLException error) {
      return error.getErrorCode() == 23505;
    }
  };

  private final String file;
  private final boolean innoDb;
  private final String unlessThere;
  private final String asItIs;

  FenceTable(String file, boolean innoDb, String unlessThere, String asItIs) {
    this.file = file;
    this.innoDb = innoDb;
    this.unlessThere = unlessThere;
    this.asItIs = asItIs;
  }

  /** The one for the database behind a connection. */
  static FenceTable of(Connection connection) throws SQLException {
    String product = connection.getMetaData().getDatabaseProductName();
    return switch (product) {
      case "SQLite" -> SQLITE;
      case "PostgreSQL" -> POSTGRESQL;
      case "MariaDB", "MySQL" -> MARIADB;
      case "H2" -> H2;
      default ->
          throw new SQLNonTransientException(
              "the database is "
                  + product
                  + ", for which this version of Holdfast has no guard; it has one for SQLite,"
                  + " PostgreSQL, MariaDB, MySQL and H2");
    };
  }

  /**
   * Whether rows are locked and read in InnoDB's manner. It locks the gap where it found no row, so
   * that two who both looked first would wait for each other when they make it. And a transaction
   * may change what it cannot see: it goes on reading what it saw at its first read.
   */
  boolean isInnoDb() {
    return innoDb;
  }

  /** What makes a query see what a change would see. */
  String asItIs() {
    return asItIs;
  }

  /** Makes the row of a resource unless it is there; waits for a transaction that makes it now. */
  String makeRoom() {
    return "INSERT INTO holdfast_fence"
        + " (resource, exclusive_token, exclusive_owner, shared_token, contacts)"
        + " VALUES (?, 0, '', 0, 0) "
        + unlessThere;
  }

  /** Whether a row was not made because another transaction has made it meanwhile. */
  boolean isThere(SQLException error) {
    return false;
  }

  void create(Connection connection) throws SQLException {
    try (Statement statement = connection.createStatement()) {
      try {
        for (String sql : SqlFile.statements(file)) {
          statement.execute(sql);
        }
        commit(connection);
      } catch (SQLException error) {
        // Two who make it at once may meet in spite of IF NOT EXISTS.
        if (!connection.getAutoCommit()) {
          connection.rollback();
        }
        if (!isThere(statement)) {
          throw error;
        }
      }
    }
  }

  /** What to tell of that. */
  SQLException missing(String resource, SQLException error) {
    return new SQLSyntaxErrorException(
        "the guard of '"
            + resource
            + "' was asked, but there is no table holdfast_fence in the database of this"
            + " connection; nothing was checked. Make it once, with Fence.createTable(dataSource)"
            + " or by the statements in "
            + file
            + " of this module ("
            + error.getMessage()
            + ")",
        error.getSQLState(),
        error.getErrorCode(),
        error);
  }

  private static boolean isThere(Statement statement) {
    try {
      statement.execute("SELECT contacts FROM holdfast_fence WHERE 1 = 0");
      commit(statement.getConnection());
      return true;
    } catch (SQLException missing) {
      return false;
    }
  }

  private static void commit(Connection connection) throws SQLException {
    if (!connection.getAutoCommit()) {
      connection.commit();
    }
  }
}
