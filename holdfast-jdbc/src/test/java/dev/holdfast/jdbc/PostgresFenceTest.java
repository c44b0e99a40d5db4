package dev.holdfast.jdbc;

/** The guard on PostgreSQL. */
class PostgresFenceTest extends ServerFenceTests {
  PostgresFenceTest() {
    super(SharedPostgres.IT, "SET lock_timeout = 50");
  }
}
