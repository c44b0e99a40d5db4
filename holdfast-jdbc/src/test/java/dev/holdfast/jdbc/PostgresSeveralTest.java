package dev.holdfast.jdbc;

/** Several names on PostgreSQL. */
class PostgresSeveralTest extends ServerSeveralTests {
  PostgresSeveralTest() {
    super(SharedPostgres.IT);
  }
}
