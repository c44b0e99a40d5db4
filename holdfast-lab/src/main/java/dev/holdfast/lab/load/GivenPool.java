package dev.holdfast.lab.load;

import com.zaxxer.hikari.HikariConfig;
import com.zaxxer.hikari.HikariDataSource;
import dev.holdfast.jdbc.JdbcStore;
import dev.holdfast.lab.database.Database;
import dev.holdfast.lab.episode.Surroundings;
import java.sql.Connection;
import java.sql.SQLException;
import java.time.Duration;
import java.util.function.BooleanSupplier;

/** Holdfast over a pool of database connections of its user. */
final class GivenPool extends GivenConnections {
  private static final Duration POOL_WAIT = Duration.ofSeconds(1);

  private final HikariDataSource pool;

  GivenPool(Database database, Surroundings s) {
    this(pool(database, s), s);
  }

  private GivenPool(HikariDataSource pool, Surroundings s) {
    super(JdbcStore.of(pool), pool::close, s);
    this.pool = pool;
  }

  private static HikariDataSource pool(Database database, Surroundings s) {
    HikariConfig config = new HikariConfig();
    config.setJdbcUrl(database.driverUrl(s.host(), s.port()));
    config.setMaximumPoolSize(CONNECTIONS);
    config.setConnectionTimeout(POOL_WAIT.toMillis());
    return new HikariDataSource(config);
  }

  @Override
  void lend(BooleanSupplier wanted) {
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
}
