package dev.holdfast.jdbc;

import com.zaxxer.hikari.HikariConfig;
import com.zaxxer.hikari.HikariDataSource;
import dev.holdfast.spi.LockStore;
import dev.holdfast.spi.StoreUrl;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.SQLException;
import java.util.stream.Stream;
import org.sqlite.SQLiteConfig;
import org.sqlite.SQLiteDataSource;

/** SQLite files under target/, and the ways to reach them. */
final class Databases {
  private static final Path ROOT = Path.of("target", "databases").toAbsolutePath();

  private Databases() {}

  /** A new directory. */
  static Path directory() {
    try {
      return Files.createTempDirectory(Files.createDirectories(ROOT), "test");
    } catch (IOException error) {
      throw new UncheckedIOException(error);
    }
  }

  /** A file that is not there yet, alone in its directory. */
  static Path file() {
    return directory().resolve("locks.db");
  }

  static String url(Path file) {
    return "sqlite:" + file;
  }

  static LockStore store(Path file) {
    return new JdbcStoreProvider().create(StoreUrl.parse(url(file)));
  }

  /** A data source without a pool, as a user would configure one. */
  static SQLiteDataSource dataSource(Path file) {
    SQLiteConfig config = new SQLiteConfig();
    config.setJournalMode(SQLiteConfig.JournalMode.WAL);
    config.setSynchronous(SQLiteConfig.SynchronousMode.NORMAL);
    SQLiteDataSource dataSource = new SQLiteDataSource(config);
    dataSource.setUrl("jdbc:sqlite:" + file);
    return dataSource;
  }

  static HikariDataSource pool(Path file) {
    return pool(file, true);
  }

  static HikariDataSource pool(Path file, boolean autoCommit) {
    HikariConfig config = new HikariConfig();
    config.setDataSource(dataSource(file));
    config.setAutoCommit(autoCommit);
    config.setMaximumPoolSize(4);
    config.setConnectionTimeout(3_000);
    return new HikariDataSource(config);
  }

  /** Runs one statement, as somebody else would. */
  static void execute(Path file, String sql) {
    try (var connection = dataSource(file).getConnection();
        var statement = connection.createStatement()) {
      statement.execute(sql);
    } catch (SQLException error) {
      throw new AssertionError(error);
    }
  }

  /** The number a query answers. */
  static long number(Path file, String sql) {
    try (var connection = dataSource(file).getConnection();
        var statement = connection.createStatement();
        var rows = statement.executeQuery(sql)) {
      return rows.getLong(1);
    } catch (SQLException error) {
      throw new AssertionError(error);
    }
  }

  /** Deletes the file and SQLite's own beside it. */
  static void delete(Path file) {
    try (Stream<Path> files = Files.list(file.getParent())) {
      for (Path each : files.toList()) {
        Files.delete(each);
      }
    } catch (IOException error) {
      throw new UncheckedIOException(error);
    }
  }
}
