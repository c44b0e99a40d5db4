package dev.holdfast.jdbc;

import org.junit.jupiter.api.Tag;

/** A PostgreSQL whose transactions are read-only by default. */
@Tag("rest")
class PostgresReadOnlyTest extends ServerReadOnlyTests {
  PostgresReadOnlyTest() {
    super(SharedPostgres.IT);
  }

  @Override
  void readOnly(boolean is) {
    String value = is ? "on" : "off";
    server.execute(server.root(), "ALTER SYSTEM SET default_transaction_read_only = " + value);
    server.execute(server.root(), "SELECT pg_reload_conf()");
    Server.await(
        () ->
            server.number(
                    database,
                    "SELECT COUNT(*) FROM pg_settings WHERE name = 'default_transaction_read_only'"
                        + " AND setting = '"
                        + value
                        + "'")
                == 1);
  }

  @Override
  String urlOfAnybody() {
    return server.url(database);
  }
}
