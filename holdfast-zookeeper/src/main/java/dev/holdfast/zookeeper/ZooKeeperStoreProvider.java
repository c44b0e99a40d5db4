package dev.holdfast.zookeeper;

import dev.holdfast.spi.LockStore;
import dev.holdfast.spi.StoreProvider;
import dev.holdfast.spi.StoreUrl;

/**
 * {@code zookeeper://[user:password@]host[:port][,host[:port]…][/path][?namespace=…&session=30s]}.
 */
public final class ZooKeeperStoreProvider implements StoreProvider {
  /** For {@link java.util.ServiceLoader}. */
  public ZooKeeperStoreProvider() {}

  @Override
  public boolean accepts(StoreUrl url) {
    return url.scheme().equals("zookeeper");
  }

  @Override
  public LockStore create(StoreUrl url) {
    return ZooKeeperStore.at(ZooKeeperUrl.parse(url));
  }
}
