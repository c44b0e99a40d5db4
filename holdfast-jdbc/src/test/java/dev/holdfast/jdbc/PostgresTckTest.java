package dev.holdfast.jdbc;

import dev.holdfast.tck.HoldfastTck;
import dev.holdfast.tck.fixture.StoreFixture;

/** The whole kit on a PostgreSQL server, each store object with a pool of its own. */
class PostgresTckTest implements HoldfastTck {
  private static final String DATABASE = SharedPostgres.IT.newDatabase();

  @Override
  public StoreFixture fixture() {
    return new ServerFixture(SharedPostgres.IT, DATABASE);
  }
}
