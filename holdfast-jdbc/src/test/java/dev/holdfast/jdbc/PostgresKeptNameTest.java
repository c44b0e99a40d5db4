package dev.holdfast.jdbc;

/** Names that are kept on PostgreSQL. */
class PostgresKeptNameTest extends ServerKeptNameTests {
  PostgresKeptNameTest() {
    super(PostgresServer.IT);
  }

  @Override
  String kill(long session) {
    return "SELECT pg_terminate_backend(" + session + ")";
  }
}
