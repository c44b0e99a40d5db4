package dev.holdfast.jdbc;

import dev.holdfast.tck.ClientRules;
import dev.holdfast.tck.fixture.StoreFixture;

/** A part of the kit of {@link PostgresTckTest}: a PostgreSQL server with the engine. */
class PostgresTckClientTest implements ClientRules {
  private static final String DATABASE = SharedPostgres.IT.newDatabase();

  @Override
  public StoreFixture fixture() {
    return new ServerFixture(SharedPostgres.IT, DATABASE);
  }
}
