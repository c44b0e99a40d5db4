package dev.holdfast.benchmarks.contender;

import dev.holdfast.LockOptions;
import dev.holdfast.jdbc.JdbcStoreProvider;
import dev.holdfast.spi.StoreUrl;
import java.util.List;

/**
 * Contenders in an SQLite file: their URL is {@code sqlite:/path/to/file}, not a Redis server's.
 */
public final class SqliteContenders implements ContenderProvider {
  /** For the {@link java.util.ServiceLoader}. */
  public SqliteContenders() {}

  @Override
  public List<String> ids() {
    return List.of("sqlite-bare", "holdfast-sqlite", "file-locks");
  }

  @Override
  public Contender open(String id, String url, int threads) {
    StoreUrl parsed = StoreUrl.parse(url);
    return switch (id) {
      case "sqlite-bare" -> new BareSqlite(parsed.rest());
      case "file-locks" -> new FileLocks(parsed.rest());
      case "holdfast-sqlite" ->
          new Ours(
              new JdbcStoreProvider().create(parsed),
              LockOptions.defaults(),
              Ours.Kind.MUTEX,
              () -> 0,
              () -> {});
      default -> throw new IllegalArgumentException(id);
    };
  }
}
