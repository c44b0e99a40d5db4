package dev.holdfast.jdbc;

import java.sql.SQLException;
import java.sql.Statement;
import org.junit.jupiter.api.Tag;

/** Locked tables of MariaDB. */
@Tag("rest")
class MariaDbTableLockTest extends ServerTableLockTests {
  MariaDbTableLockTest() {
    super(SharedMariaDb.IT);
  }

  @Override
  void lockTable(Statement statement, String table) throws SQLException {
    statement.execute("LOCK TABLES " + table + " WRITE");
  }

  @Override
  long stuck() {
    return server.number(
        server.root(),
        "SELECT COUNT(*) FROM information_schema.processlist WHERE db = '"
            + database
            + "' AND state LIKE 'Waiting for table%'");
  }
}
