package dev.holdfast.jdbc;

import dev.holdfast.tck.ProcessRules;
import dev.holdfast.tck.ReadersProcessRules;
import dev.holdfast.tck.SemaphoreProcessRules;
import dev.holdfast.tck.fixture.StoreFixture;

/** A part of the kit of {@link PostgresTckTest}: clients in processes of their own. */
class PostgresProcessTckTest
    implements ProcessRules, ReadersProcessRules, SemaphoreProcessRules {
  private static final String DATABASE = SharedPostgres.IT.newDatabase();

  @Override
  public StoreFixture fixture() {
    return new ServerFixture(SharedPostgres.IT, DATABASE);
  }
}
