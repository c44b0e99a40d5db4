package dev.holdfast.internal.session;

import dev.holdfast.spi.LockStore;
import dev.holdfast.spi.StoreProvider;
import dev.holdfast.spi.StoreUrl;
import java.util.Comparator;
import java.util.List;
import java.util.ServiceLoader;

/** Finds the store that a URL names among the providers that are present. */
public final class StoreProviders {
  private StoreProviders() {}

  /** Makes the store; see {@link StoreProvider#create}. */
  public static LockStore create(StoreUrl url) {
    List<StoreProvider> providers =
        ServiceLoader.load(StoreProvider.class, StoreProviders.class.getClassLoader()).stream()
            .map(ServiceLoader.Provider::get)
            .toList();
    return providers.stream()
        .filter(provider -> provider.accepts(url))
        .max(Comparator.comparingInt(StoreProvider::rank))
        .orElseThrow(
            () ->
                UnknownStore.error(
                    url, meant -> providers.stream().anyMatch(each -> each.accepts(meant))))
        .create(url);
  }
}
