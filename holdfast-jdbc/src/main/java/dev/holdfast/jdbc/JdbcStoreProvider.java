package dev.holdfast.jdbc;

import dev.holdfast.spi.LockStore;
import dev.holdfast.spi.StoreProvider;
import dev.holdfast.spi.StoreUrl;

/** Makes stores of the URLs {@code sqlite:/path/to/file} and {@code sqlite:file}. */
public final class JdbcStoreProvider implements StoreProvider {
  /** For {@link java.util.ServiceLoader}. */
  public JdbcStoreProvider() {}

  @Override
  public boolean accepts(StoreUrl url) {
    return url.scheme().equals("sqlite");
  }

  @Override
  public LockStore create(StoreUrl url) {
    return JdbcStore.of(SqliteFile.of(url));
  }
}
