package dev.holdfast.lab.load;

import com.zaxxer.hikari.HikariConfig;
import com.zaxxer.hikari.HikariDataSource;
import dev.holdfast.Holdfast;
import dev.holdfast.LockOptions;
import dev.holdfast.jdbc.JdbcStore;
import dev.holdfast.lab.check.Mode;
import dev.holdfast.lab.database.Database;
import dev.holdfast.lab.episode.Grip;
import dev.holdfast.lab.episode.LockUnderTest;
import dev.holdfast.lab.episode.Surroundings;
import dev.holdfast.lab.episode.Way;
import java.sql.Connection;
import java.sql.SQLException;
import java.time.Duration;
import java.util.Set;
import java.util.function.BooleanSupplier;

/**
 * Holdfast over a pool of database connections that is its user's, who uses it for other things
 * too, and at times for so many that no connection is left for locks.
 */
final class GivenPool implements LockUnderTest {
  private static final int CONNECTIONS = 8;
  private static final Duration POOL_WAIT = Duration.ofSeconds(1);

  private final HikariDataSource pool;
  private final HoldfastUnderTest locks;
  private final Borrowers borrowers = new Borrowers(CONNECTIONS, this::lend);

  GivenPool(Database database, Surroundings s) {
    HikariConfig config = new HikariConfig();
    config.setJdbcUrl(database.driverUrl(s.host(), s.port()));
    config.setMaximumPoolSize(CONNECTIONS);
    config.setConnectionTimeout(POOL_WAIT.toMillis());
    pool = new HikariDataSource(config);
    try {
      locks =
          new HoldfastUnderTest(
              Holdfast.builder(JdbcStore.of(pool))
                  .namespace(s.namespace())
                  .name("lab" + s.client())
                  .options(LockOptions.defaults().lease(s.lease()))
                  .build(),
              Set.of(Mode.EXCLUSIVE),
              false);
    } catch (RuntimeException refused) {
      pool.close();
      throw refused;
    }
  }

  @Override
  public void exhaust() {
    borrowers.exhaust();
  }

  private void lend(BooleanSupplier wanted) {
    try (Connection borrowed = pool.getConnection()) {
      Borrowers.keep(() -> wanted.getAsBoolean() && isOpen(borrowed));
    } catch (SQLException noneLeft) {
      // The others have them all.
    }
  }

  private static boolean isOpen(Connection connection) {
    try {
      return !connection.isClosed();
    } catch (SQLException broken) {
      return false;
    }
  }

  @Override
  public void relent() {
    borrowers.relent();
  }

  @Override
  public Set<Way> ways() {
    return locks.ways();
  }

  @Override
  public Grip acquire(String name, Duration wait) throws Exception {
    return locks.acquire(name, wait);
  }

  @Override
  public Grip acquire(String name, Duration wait, Way way) throws Exception {
    return locks.acquire(name, wait, way);
  }

  @Override
  public void close() {
    relent();
    locks.close();
    pool.close();
  }
}
