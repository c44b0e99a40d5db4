package dev.holdfast.jdbc;

import com.zaxxer.hikari.HikariDataSource;
import dev.holdfast.spi.LockStore;
import dev.holdfast.tck.HoldfastTck;
import dev.holdfast.tck.StoreFixture;

/** The whole kit on an SQLite file behind the user's own pool. */
class SqliteDataSourceTckTest implements HoldfastTck {
  @Override
  public StoreFixture fixture() {
    HikariDataSource pool = Databases.pool(Databases.file());
    return new StoreFixture() {
      @Override
      public LockStore openStore() {
        return JdbcStore.of(pool);
      }

      @Override
      public void close() {
        pool.close();
      }
    };
  }
}
