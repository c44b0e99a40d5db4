package dev.holdfast.jdbc;

import dev.holdfast.tck.StoreRules;
import dev.holdfast.tck.fixture.StoreFixture;

/**
 * The kit on a PostgreSQL server, each store object with a pool of its own: what is asked of the
 * store itself. The rest is in {@link PostgresTckClientTest} and {@link PostgresTckProcessTest}, as
 * the build runs several classes at once.
 */
class PostgresTckTest implements StoreRules {
  private static final String DATABASE = SharedPostgres.IT.newDatabase();

  @Override
  public StoreFixture fixture() {
    return new ServerFixture(SharedPostgres.IT, DATABASE);
  }
}
