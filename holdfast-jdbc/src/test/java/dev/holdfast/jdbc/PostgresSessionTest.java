package dev.holdfast.jdbc;

/** Locks of connections on PostgreSQL. */
class PostgresSessionTest extends ServerSessionTests {
  PostgresSessionTest() {
    super(SharedPostgres.IT);
    Server server = SharedPostgres.IT;
    server.execute(database, "CREATE SCHEMA played");
    server.execute(
        database, "ALTER DATABASE " + database + " SET search_path = played, pg_catalog, public");
    demote(false);
  }

  @Override
  String kill(long session) {
    return "SELECT pg_terminate_backend(" + session + ")";
  }

  /** A standby ends its sessions, so the function is played: one of that name, found first. */
  @Override
  void demote(boolean demoted) {
    SharedPostgres.IT.execute(
        database,
        "CREATE OR REPLACE FUNCTION played.pg_is_in_recovery() RETURNS BOOLEAN VOLATILE"
            + " LANGUAGE SQL AS 'SELECT "
            + demoted
            + "'");
  }
}
