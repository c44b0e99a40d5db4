package dev.holdfast.etcd;

import dev.holdfast.spi.LockStore;
import dev.holdfast.spi.StoreProvider;
import dev.holdfast.spi.StoreUrl;

/**
 * {@code etcd://[user:password@]host[:port][,host[:port]…][/path][?namespace=…&session=30s]}, and
 * {@code etcds://} with TLS: {@code ca=…&cert=…&key=…}, files in PEM.
 */
public final class EtcdStoreProvider implements StoreProvider {
  /** For {@link java.util.ServiceLoader}. */
  public EtcdStoreProvider() {}

  @Override
  public boolean accepts(StoreUrl url) {
    return url.scheme().equals("etcd") || url.scheme().equals(EtcdTls.SCHEME);
  }

  @Override
  public LockStore create(StoreUrl url) {
    return EtcdStore.at(EtcdUrl.parse(url));
  }
}
