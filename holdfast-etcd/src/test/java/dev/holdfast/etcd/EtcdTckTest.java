package dev.holdfast.etcd;

import dev.holdfast.spi.LockStore;
import dev.holdfast.spi.StoreUrl;
import dev.holdfast.tck.HoldfastTck;
import dev.holdfast.tck.fixture.StoreFixture;
import java.util.Optional;
import org.junit.jupiter.api.Tag;

/** The whole kit on a cluster of three. */
@Tag("other-store")
class EtcdTckTest implements HoldfastTck {
  @Override
  public StoreFixture fixture() {
    String address = Cluster.shared().url();
    return new StoreFixture() {
      @Override
      public LockStore openStore() {
        return new EtcdStoreProvider().create(StoreUrl.parse(address + "?session=12s"));
      }

      /** Processes that die are in the way for as long as their sessions may be silent. */
      @Override
      public Optional<String> url() {
        return Optional.of(address + "?session=3s");
      }
    };
  }
}
