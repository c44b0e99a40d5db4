package dev.holdfast.zookeeper;

import dev.holdfast.spi.LockStore;
import dev.holdfast.spi.StoreUrl;
import dev.holdfast.tck.HoldfastTck;
import dev.holdfast.tck.fixture.StoreFixture;
import java.util.Optional;
import org.junit.jupiter.api.Tag;

/** The whole kit on an ensemble of three. */
@Tag("other-store")
class ZooKeeperTckTest implements HoldfastTck {
  @Override
  public StoreFixture fixture() {
    String address = Ensemble.url(Ensemble.shared());
    return new StoreFixture() {
      @Override
      public LockStore openStore() {
        return new ZooKeeperStoreProvider().create(StoreUrl.parse(address + "?session=12s"));
      }

      /** Processes that die are in the way for as long as their sessions may be silent. */
      @Override
      public Optional<String> url() {
        return Optional.of(address + "?session=2500ms");
      }
    };
  }
}
