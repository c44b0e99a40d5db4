package dev.holdfast.jdbc;

/** Races on PostgreSQL. */
class PostgresRaceTest extends ServerRaceTests {
  PostgresRaceTest() {
    super(SharedPostgres.IT);
  }
}
