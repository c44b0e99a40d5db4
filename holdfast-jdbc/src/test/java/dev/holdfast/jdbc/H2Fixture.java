package dev.holdfast.jdbc;

import com.zaxxer.hikari.HikariDataSource;
import dev.holdfast.spi.LockStore;
import dev.holdfast.tck.fixture.StoreFixture;

/** A database of H2 behind an application's pool, lent to the kit. */
final class H2Fixture implements StoreFixture {
  private final HikariDataSource pool;

  H2Fixture(String url) {
    pool = H2Databases.pool(url);
  }

  @Override
  public LockStore openStore() {
    return JdbcStore.of(pool);
  }

  @Override
  public void close() {
    pool.close();
  }
}
