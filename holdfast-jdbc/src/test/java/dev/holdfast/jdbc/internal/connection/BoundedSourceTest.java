package dev.holdfast.jdbc.internal.connection;

import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTimeout;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.zaxxer.hikari.HikariConfig;
import com.zaxxer.hikari.HikariDataSource;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.SQLTransientConnectionException;
import java.time.Duration;
import java.util.UUID;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** A pool that lets a thread wait for half a minute, and has none to spare. */
@Tag("rest")
final class BoundedSourceTest {
  /** For a thread that has to find a processor; the pool itself would wait for 30 s. */
  private static final Duration BOUND = BoundedSource.PATIENCE.plusSeconds(7);

  private final HikariDataSource pool = pool();
  private final BoundedSource source = new BoundedSource(pool);

  private static HikariDataSource pool() {
    HikariConfig config = new HikariConfig();
    config.setJdbcUrl("jdbc:h2:mem:" + UUID.randomUUID());
    config.setMaximumPoolSize(1);
    return new HikariDataSource(config);
  }

  @AfterEach
  void close() {
    source.closed();
    pool.close();
  }

  @Test
  void aThreadThatHadNoneYetIsNotKept() throws SQLException {
    assertEndsInTime("no connection within 3 s");
  }

  @Test
  void aThreadThatGaveOneBackAsksThePoolItselfAndIsNotKeptEither() throws SQLException {
    source.returned();
    assertEndsInTime("request timed out after 3");
  }

  private void assertEndsInTime(String says) throws SQLException {
    try (Connection only = pool.getConnection()) {
      assertTrue(only.isValid(1));
      SQLException none =
          assertTimeout(
              BOUND, () -> assertThrows(SQLTransientConnectionException.class, source::connection));
      assertTrue(String.valueOf(none.getMessage()).contains(says), none.getMessage());
    }
  }
}
