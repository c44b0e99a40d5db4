package dev.holdfast.jdbc;

import dev.holdfast.tck.ClientRules;
import dev.holdfast.tck.fixture.StoreFixture;

/** A part of the kit of {@link SqliteTckTest}: an SQLite file with the engine. */
class SqliteTckClientTest implements ClientRules {
  @Override
  public StoreFixture fixture() {
    return new SqliteFixture();
  }
}
