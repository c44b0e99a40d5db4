package dev.holdfast.jdbc;

import dev.holdfast.tck.HoldfastTck;
import dev.holdfast.tck.fixture.StoreFixture;
import org.junit.jupiter.api.Tag;

/**
 * The kit, as far as it is asked of session locks, on a MySQL server. On another JDK the kit asks
 * rows of MariaDB.
 */
@Tag("other-store")
class MySqlSessionTckTest implements HoldfastTck {
  private static final String DATABASE = SharedMySql.it().newDatabase();

  @Override
  public StoreFixture fixture() {
    return new SessionFixture(SharedMySql.it(), DATABASE);
  }
}
