package dev.holdfast.jdbc;

import dev.holdfast.tck.HoldfastTck;
import dev.holdfast.tck.StoreFixture;

/** The kit, as far as it is asked of session locks, on a PostgreSQL server. */
class PostgresSessionTckTest implements HoldfastTck {
  private static final String DATABASE = PostgresServer.IT.newDatabase();

  @Override
  public StoreFixture fixture() {
    return new SessionFixture(PostgresServer.IT, DATABASE);
  }
}
