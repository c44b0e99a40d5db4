package dev.holdfast.jdbc;

import dev.holdfast.tck.StoreRules;
import dev.holdfast.tck.fixture.StoreFixture;
import dev.holdfast.tck.process.ProcessRules;
import dev.holdfast.tck.process.ReadersProcessRules;
import dev.holdfast.tck.process.SemaphoreProcessRules;

/**
 * The kit on an SQLite file: what is asked of the store itself, and of processes. The rules of the
 * engine are in {@link SqliteTckClientTest}, as the build runs several classes at once.
 */
class SqliteTckTest
    implements StoreRules, ProcessRules, ReadersProcessRules, SemaphoreProcessRules {
  @Override
  public StoreFixture fixture() {
    return new SqliteFixture();
  }
}
