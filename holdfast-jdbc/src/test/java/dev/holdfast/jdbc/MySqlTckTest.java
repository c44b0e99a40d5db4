package dev.holdfast.jdbc;

import dev.holdfast.tck.HoldfastTck;
import dev.holdfast.tck.fixture.StoreFixture;
import org.junit.jupiter.api.Tag;

/**
 * The whole kit on a MySQL server, each store object with a pool of its own. On another JDK the kit
 * asks MariaDB, whose statements differ little.
 */
@Tag("other-store")
class MySqlTckTest implements HoldfastTck {
  private static final String DATABASE = SharedMySql.it().newDatabase();

  @Override
  public StoreFixture fixture() {
    return new ServerFixture(SharedMySql.it(), DATABASE);
  }
}
