package dev.holdfast.jdbc;

import java.nio.file.Path;
import java.sql.Connection;
import java.sql.SQLException;
import javax.sql.DataSource;

/** The guard in an SQLite file, which has one writer at a time: that is what holds the row. */
final class SqliteFenceTest extends FenceTests {
  private final Path file = Databases.file();

  @Override
  DataSource database() {
    var source = Databases.dataSource(file);
    source.getConfig().setBusyTimeout(20_000);
    return source;
  }

  @Override
  void waitBriefly(Connection connection) throws SQLException {
    try (var statement = connection.createStatement()) {
      connection.setAutoCommit(true);
      statement.execute("PRAGMA busy_timeout = 50");
      connection.setAutoCommit(false);
    }
  }

  /** SQLite does not tell; who waits asks again and again. */
  @Override
  boolean someoneWaits() {
    return true;
  }
}
