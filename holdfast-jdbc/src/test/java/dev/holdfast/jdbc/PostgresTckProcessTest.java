package dev.holdfast.jdbc;

import dev.holdfast.tck.fixture.StoreFixture;
import dev.holdfast.tck.process.ProcessRules;
import dev.holdfast.tck.process.ReadersProcessRules;
import dev.holdfast.tck.process.SemaphoreProcessRules;

/** A part of the kit of {@link PostgresTckTest}: clients in processes of their own. */
class PostgresTckProcessTest implements ProcessRules, ReadersProcessRules, SemaphoreProcessRules {
  private static final String DATABASE = SharedPostgres.IT.newDatabase();

  @Override
  public StoreFixture fixture() {
    return new ServerFixture(SharedPostgres.IT, DATABASE);
  }
}
