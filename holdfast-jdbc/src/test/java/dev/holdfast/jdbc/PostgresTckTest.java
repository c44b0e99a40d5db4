package dev.holdfast.jdbc;

import dev.holdfast.tck.StoreRules;
import dev.holdfast.tck.fixture.StoreFixture;
import dev.holdfast.tck.process.ProcessRules;
import dev.holdfast.tck.process.ReadersProcessRules;
import dev.holdfast.tck.process.SemaphoreProcessRules;

/**
 * The kit on a PostgreSQL server, each store object with a pool of its own. The rules of the engine
 * are in {@link PostgresClientTckTest}, as the build runs two classes at once.
 */
class PostgresTckTest
    implements StoreRules, ProcessRules, ReadersProcessRules, SemaphoreProcessRules {
  private static final String DATABASE = SharedPostgres.IT.newDatabase();

  @Override
  public StoreFixture fixture() {
    return new ServerFixture(SharedPostgres.IT, DATABASE);
  }
}
