package dev.holdfast.benchmarks.contender;

import com.zaxxer.hikari.HikariDataSource;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/** A row that is locked in an open transaction, which its commit frees: the textbook's lock. */
final class BareRowLock implements Contender {
  private final HikariDataSource pool;

  BareRowLock(HikariDataSource pool) {
    this.pool = pool;
  }

  @Override
  public Section section(String name) {
    try (Connection connection = pool.getConnection();
        PreparedStatement insert =
            connection.prepareStatement("INSERT INTO bare (name, token) VALUES (?, 0)")) {
      insert.setString(1, name);
      insert.executeUpdate();
    } catch (SQLException there) {
      // Another thread made it.
    }
    return new RowSection(name);
  }

  @Override
  public void close() {
    pool.close();
  }

  private final class RowSection implements Section {
    private final String name;
    private @Nullable Connection connection;

    RowSection(String name) {
      this.name = name;
    }

    @Override
    public void enter() throws SQLException {
      Connection borrowed = pool.getConnection();
      connection = borrowed;
      borrowed.setAutoCommit(false);
      try (PreparedStatement select =
          borrowed.prepareStatement("SELECT token FROM bare WHERE name = ? FOR UPDATE")) {
        select.setString(1, name);
        if (!select.executeQuery().next()) {
          throw new IllegalStateException("no row for " + name);
        }
      }
    }

    @Override
    public void leave() throws SQLException {
      try (Connection borrowed = Objects.requireNonNull(connection, "entered")) {
        borrowed.commit();
        borrowed.setAutoCommit(true);
      }
    }
  }
}
