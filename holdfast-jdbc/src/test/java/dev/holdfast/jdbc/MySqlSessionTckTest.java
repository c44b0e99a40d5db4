package dev.holdfast.jdbc;

import dev.holdfast.tck.HoldfastTck;
import dev.holdfast.tck.StoreFixture;

/** The kit, as far as it is asked of session locks, on a MySQL server. */
class MySqlSessionTckTest implements HoldfastTck {
  private static final String DATABASE = MySqlServer.it().newDatabase();

  @Override
  public StoreFixture fixture() {
    return new SessionFixture(MySqlServer.it(), DATABASE);
  }
}
