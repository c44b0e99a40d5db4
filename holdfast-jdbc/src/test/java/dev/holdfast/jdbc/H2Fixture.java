package dev.holdfast.jdbc;

import com.zaxxer.hikari.HikariDataSource;
import dev.holdfast.spi.LockStore;
import dev.holdfast.tck.fixture.StoreFixture;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.Optional;

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
  public Optional<ServerFault> loseData() {
    return Optional.of(this::forget);
  }

  private void forget() {
    try (Connection connection = pool.getConnection();
        Statement statement = connection.createStatement()) {
      statement.execute("DROP ALL OBJECTS");
    } catch (SQLException error) {
      throw new IllegalStateException(error);
    }
  }

  @Override
  public void close() {
    pool.close();
  }
}
