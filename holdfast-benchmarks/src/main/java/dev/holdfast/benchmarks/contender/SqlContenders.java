package dev.holdfast.benchmarks.contender;

import com.zaxxer.hikari.HikariConfig;
import com.zaxxer.hikari.HikariDataSource;
import dev.holdfast.LockOptions;
import dev.holdfast.jdbc.JdbcStore;
import dev.holdfast.spi.LockStore;
import java.util.List;

/** Contenders in an SQL database: their URL is JDBC's, and each has the same pool. */
public final class SqlContenders implements ContenderProvider {
  /** As many connections beside one for each thread as the other contenders' pools have. */
  private static final int SPARE = 8;

  /** For the {@link java.util.ServiceLoader}. */
  public SqlContenders() {}

  @Override
  public List<String> ids() {
    return List.of(
        "sql-bare",
        "holdfast-sql",
        "holdfast-url-sql",
        "session-bare",
        "row-bare",
        "holdfast-session",
        "holdfast-url-session");
  }

  /** A pool with a connection for each of so many threads, and its other settings as they are. */
  public static HikariDataSource pool(String url, int threads) {
    HikariConfig config = new HikariConfig();
    config.setJdbcUrl(url);
    config.setMaximumPoolSize(threads + SPARE);
    return new HikariDataSource(config);
  }

  /** Ours over a pool: rows with leases, or the database's own locks. */
  public static LockStore store(String id, HikariDataSource pool) {
    return id.equals("holdfast-session") ? JdbcStore.sessionLocks(pool) : JdbcStore.of(pool);
  }

  @Override
  public Contender open(String id, String url, int threads) {
    if (id.startsWith("holdfast-url-")) {
      String locks = id.equals("holdfast-url-session") ? "&locks=session" : "";
      return new Connected(url + "&pool=" + (threads + SPARE) + locks);
    }
    HikariDataSource pool = pool(url, threads);
    return switch (id) {
      case "sql-bare" -> new BareSql(pool);
      case "session-bare" -> new BareSession(pool);
      case "row-bare" -> new BareRowLock(pool);
      case "holdfast-sql", "holdfast-session" ->
          new Ours(store(id, pool), LockOptions.defaults(), Ours.Kind.MUTEX, () -> -1, pool::close);
      default -> throw new IllegalArgumentException(id);
    };
  }
}
