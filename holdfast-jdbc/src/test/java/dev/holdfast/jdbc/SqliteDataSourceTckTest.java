package dev.holdfast.jdbc;

import com.zaxxer.hikari.HikariDataSource;
import dev.holdfast.spi.LockStore;
import dev.holdfast.tck.HoldfastTck;
import dev.holdfast.tck.fixture.StoreFixture;
import org.junit.jupiter.api.Tag;

/**
 * The whole kit on an SQLite file behind the user's own pool. On another JDK the kit asks a store
 * that a URL made.
 */
@Tag("other-store")
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
