package dev.holdfast.etcd;

import dev.holdfast.spi.LockStore;
import dev.holdfast.spi.StoreProvider;
import dev.holdfast.spi.StoreUrl;

/** {@code etcd://[user:password@]host[:port][,host[:port]…][/path][?namespace=…&session=30s]}. */
public final class EtcdStoreProvider implements StoreProvider {
  /** For {@link java.util.ServiceLoader}. */
  public EtcdStoreProvider() {}

  @Override
  public boolean accepts(StoreUrl url) {
    return url.scheme().equals("etcd");
  }

  @Override
  public LockStore create(StoreUrl url) {
    return EtcdStore.at(EtcdUrl.parse(url));
  }
}
