package dev.holdfast.redis;

import dev.holdfast.spi.LockStore;
import dev.holdfast.spi.StoreProvider;
import dev.holdfast.spi.StoreUrl;
import java.util.ServiceLoader;

/** Tests on real servers, through the client library of the module whose tests extend them. */
public abstract class AdapterTests {
  /** The store at this URL: by default that of the module's own provider. */
  protected LockStore store(String url) {
    return at(url);
  }

  static LockStore at(String url) {
    StoreUrl parsed = StoreUrl.parse(url);
    return ServiceLoader.load(StoreProvider.class).stream()
        .map(ServiceLoader.Provider::get)
        .filter(provider -> provider.accepts(parsed))
        .findFirst()
        .orElseThrow()
        .create(parsed);
  }
}
