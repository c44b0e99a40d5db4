package dev.holdfast.jdbc;

import dev.holdfast.tck.HoldfastTck;
import dev.holdfast.tck.fixture.StoreFixture;
import org.junit.jupiter.api.Tag;

/** The whole kit on a MariaDB server, each store object with a pool of its own. */
@Tag("other-store")
class MariaDbTckTest implements HoldfastTck {
  private static final String DATABASE = SharedMariaDb.IT.newDatabase();

  @Override
  public StoreFixture fixture() {
    return new ServerFixture(SharedMariaDb.IT, DATABASE);
  }
}
