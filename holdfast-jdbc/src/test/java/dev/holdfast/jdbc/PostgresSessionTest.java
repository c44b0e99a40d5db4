package dev.holdfast.jdbc;

/** Locks of connections on PostgreSQL. */
class PostgresSessionTest extends ServerSessionTests {
  PostgresSessionTest() {
    super(PostgresServer.IT);
  }

  @Override
  String kill(long session) {
    return "SELECT pg_terminate_backend(" + session + ")";
  }
}
