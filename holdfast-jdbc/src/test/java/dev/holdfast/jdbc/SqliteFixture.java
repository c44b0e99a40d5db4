package dev.holdfast.jdbc;

import dev.holdfast.spi.LockStore;
import dev.holdfast.tck.fixture.StoreFixture;
import java.nio.file.Path;
import java.util.Optional;

/** A new SQLite file, each store object with a connection of its own. */
final class SqliteFixture implements StoreFixture {
  private final Path file = Databases.file();

  @Override
  public LockStore openStore() {
    return Databases.store(file);
  }

  @Override
  public Optional<String> url() {
    return Optional.of(Databases.url(file));
  }

  @Override
  public Optional<ServerFault> loseData() {
    return Optional.of(() -> Databases.delete(file));
  }
}
