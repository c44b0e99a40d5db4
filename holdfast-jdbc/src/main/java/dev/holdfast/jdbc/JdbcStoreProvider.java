package dev.holdfast.jdbc;

import dev.holdfast.jdbc.internal.connection.JdbcUrl;
import dev.holdfast.jdbc.internal.connection.SqliteFile;
import dev.holdfast.spi.LockStore;
import dev.holdfast.spi.StoreProvider;
import dev.holdfast.spi.StoreUrl;
import java.util.Set;

/**
 * Makes stores of the URLs {@code sqlite:/path/to/file}, {@code sqlite:file}, and {@code
 * jdbc:postgresql:}, {@code jdbc:mariadb:} and {@code jdbc:mysql:} as the drivers know them.
 */
public final class JdbcStoreProvider implements StoreProvider {
  private static final Set<String> SERVERS =
      Set.of("jdbc:postgresql", "jdbc:mariadb", "jdbc:mysql");

  /** For {@link java.util.ServiceLoader}. */
  public JdbcStoreProvider() {}

  @Override
  public boolean accepts(StoreUrl url) {
    return url.scheme().equals("sqlite") || SERVERS.contains(url.scheme());
  }

  @Override
  public LockStore create(StoreUrl url) {
    if (url.scheme().equals("sqlite")) {
      return JdbcStore.of(SqliteFile.of(url));
    }
    JdbcUrl server = JdbcUrl.of(url);
    return server.hasSessionLocks() ? JdbcStore.sessionLocks(server) : JdbcStore.of(server);
  }
}
