package dev.holdfast.jdbc;

import com.zaxxer.hikari.HikariDataSource;
import java.sql.Connection;
import java.sql.SQLException;
import javax.sql.DataSource;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Tag;

/** The guard in a database of H2. */
@Tag("rest")
final class H2FenceTest extends FenceTests {
  private final HikariDataSource pool =
      H2Databases.pool(H2Databases.inMemory() + ";LOCK_TIMEOUT=20000");

  @Override
  DataSource database() {
    return pool;
  }

  @Override
  void waitBriefly(Connection connection) throws SQLException {
    try (var statement = connection.createStatement()) {
      statement.execute("SET LOCK_TIMEOUT 50");
    }
  }

  /** Not by its blocker, which a session does not name that waits for a row being made. */
  @Override
  boolean someoneWaits() {
    try (Connection connection = pool.getConnection();
        var statement = connection.createStatement();
        var row =
            statement.executeQuery(
                "SELECT COUNT(*) FROM information_schema.sessions WHERE session_id <> SESSION_ID()"
                    + " AND executing_statement LIKE '%holdfast_fence%'")) {
      return row.next() && row.getInt(1) > 0;
    } catch (SQLException error) {
      throw new IllegalStateException(error);
    }
  }

  @AfterEach
  void close() {
    pool.close();
  }
}
