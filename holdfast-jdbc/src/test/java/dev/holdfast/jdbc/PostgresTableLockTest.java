package dev.holdfast.jdbc;

import java.sql.SQLException;
import java.sql.Statement;

/** Locked tables of PostgreSQL. */
class PostgresTableLockTest extends ServerTableLockTests {
  PostgresTableLockTest() {
    super(SharedPostgres.IT);
  }

  @Override
  void lockTable(Statement statement, String table) throws SQLException {
    statement.execute("BEGIN; LOCK TABLE " + table + " IN ACCESS EXCLUSIVE MODE");
  }

  @Override
  long stuck() {
    return server.number(
        database, "SELECT COUNT(*) FROM pg_stat_activity WHERE wait_event_type = 'Lock'");
  }
}
