package dev.holdfast.jdbc;

import dev.holdfast.tck.HoldfastTck;
import dev.holdfast.tck.fixture.StoreFixture;
import org.junit.jupiter.api.Tag;

/**
 * The kit, as far as it is asked of session locks, on a PostgreSQL server. On another JDK the kit
 * asks rows.
 */
@Tag("other-store")
class PostgresSessionTckTest implements HoldfastTck {
  private static final String DATABASE = SharedPostgres.IT.newDatabase();

  @Override
  public StoreFixture fixture() {
    return new SessionFixture(SharedPostgres.IT, DATABASE);
  }
}
