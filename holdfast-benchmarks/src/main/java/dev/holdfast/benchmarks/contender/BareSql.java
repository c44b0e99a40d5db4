package dev.holdfast.benchmarks.contender;

import com.zaxxer.hikari.HikariDataSource;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import org.jspecify.annotations.Nullable;

/**
 * The least that a lock in a row costs: one update takes it if it is nobody's, another one gives it
 * back if it is still one's own. Each is a transaction. Whoever finds it taken fails.
 */
final class BareSql implements Contender {
  private static final String TAKE =
      "UPDATE bare SET holder = ?, token = token + 1 WHERE name = ? AND holder IS NULL";
  private static final String GIVE_BACK =
      "UPDATE bare SET holder = NULL WHERE name = ? AND holder = ?";

  private final HikariDataSource pool;

  BareSql(HikariDataSource pool) {
    this.pool = pool;
  }

  @Override
  public Section section(String name) {
    try {
      change("INSERT INTO bare (name, token, holder) VALUES (?, 0, ?)", name, null);
      return new RowSection(name);
    } catch (SQLException failed) {
      throw new IllegalStateException("no row for " + name, failed);
    }
  }

  private void change(String sql, @Nullable String first, @Nullable String second)
      throws SQLException {
    try (Connection connection = pool.getConnection();
        PreparedStatement statement = connection.prepareStatement(sql)) {
      statement.setString(1, first);
      statement.setString(2, second);
      if (statement.executeUpdate() != 1) {
        throw new IllegalStateException("it is another's");
      }
    }
  }

  @Override
  public void close() {
    pool.close();
  }

  private final class RowSection implements Section {
    private final String name;
    private final String prefix = Recipes.valuePrefix();
    private long values;
    private String value = "";

    RowSection(String name) {
      this.name = name;
    }

    @Override
    public void enter() throws SQLException {
      value = prefix + values++;
      change(TAKE, value, name);
    }

    @Override
    public void leave() throws SQLException {
      change(GIVE_BACK, name, value);
    }
  }
}
