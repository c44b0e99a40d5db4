package dev.holdfast.jdbc;

import dev.holdfast.tck.HoldfastTck;
import dev.holdfast.tck.fixture.StoreFixture;
import org.junit.jupiter.api.Tag;

/** The whole kit on H2 in memory, as tests of applications have it. */
@Tag("other-store")
class H2TckTest implements HoldfastTck {
  @Override
  public StoreFixture fixture() {
    return new H2Fixture(H2Databases.inMemory());
  }
}
