package dev.holdfast.jdbc;

/** Trouble with PostgreSQL. */
class PostgresTroubleTest extends ServerTroubleTests {
  PostgresTroubleTest() {
    super(PostgresServer.IT);
  }
}
