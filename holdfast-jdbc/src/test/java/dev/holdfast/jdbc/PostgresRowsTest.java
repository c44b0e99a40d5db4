package dev.holdfast.jdbc;

/** Rows on PostgreSQL. */
class PostgresRowsTest extends ServerRowsTests {
  PostgresRowsTest() {
    super(PostgresServer.IT);
  }
}
