package dev.holdfast.benchmarks.contender;

import com.zaxxer.hikari.HikariDataSource;
import java.nio.charset.StandardCharsets;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.Objects;
import java.util.zip.CRC32;
import org.jspecify.annotations.Nullable;

/**
 * The least that a lock of a database session costs: one statement takes it, and waits for it on
 * the server; another one gives it back. Whoever holds one keeps a connection of the pool.
 */
final class BareSession implements Contender {
  private final HikariDataSource pool;
  private final boolean postgres;

  BareSession(HikariDataSource pool) {
    this.pool = pool;
    this.postgres = pool.getJdbcUrl().startsWith("jdbc:postgresql:");
  }

  @Override
  public Section section(String name) {
    return new SessionSection(name);
  }

  @Override
  public void close() {
    pool.close();
  }

  private static long number(String name) {
    CRC32 sum = new CRC32();
    sum.update(name.getBytes(StandardCharsets.UTF_8));
    return sum.getValue();
  }

  private final class SessionSection implements Section {
    private final String name;
    private @Nullable Connection connection;

    SessionSection(String name) {
      this.name = name;
    }

    @Override
    public void enter() throws SQLException {
      Connection borrowed = pool.getConnection();
      connection = borrowed;
      if (postgres) {
        say(borrowed, "SELECT pg_advisory_lock(?) IS NOT NULL");
      } else {
        say(borrowed, "SELECT GET_LOCK(?, 60)");
      }
    }

    @Override
    public void leave() throws SQLException {
      try (Connection borrowed = Objects.requireNonNull(connection, "entered")) {
        say(borrowed, postgres ? "SELECT pg_advisory_unlock(?)" : "SELECT RELEASE_LOCK(?)");
      }
    }

    private void say(Connection borrowed, String sql) throws SQLException {
      try (PreparedStatement statement = borrowed.prepareStatement(sql)) {
        if (postgres) {
          statement.setLong(1, number(name));
        } else {
          statement.setString(1, name);
        }
        try (ResultSet answer = statement.executeQuery()) {
          if (!answer.next() || !answer.getBoolean(1)) {
            throw new IllegalStateException(sql + " was refused");
          }
        }
      }
    }
  }
}
