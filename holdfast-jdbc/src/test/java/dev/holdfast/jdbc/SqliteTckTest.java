package dev.holdfast.jdbc;

import dev.holdfast.spi.LockStore;
import dev.holdfast.tck.HoldfastTck;
import dev.holdfast.tck.fixture.StoreFixture;
import java.nio.file.Path;
import java.util.Optional;

/** The whole kit on an SQLite file, each store object with a connection of its own. */
class SqliteTckTest implements HoldfastTck {
  @Override
  public StoreFixture fixture() {
    Path file = Databases.file();
    return new StoreFixture() {
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
    };
  }
}
