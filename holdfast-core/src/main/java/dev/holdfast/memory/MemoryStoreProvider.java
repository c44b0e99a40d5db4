package dev.holdfast.memory;

import dev.holdfast.spi.LockStore;
import dev.holdfast.spi.StoreProvider;
import dev.holdfast.spi.StoreUrl;
import java.util.Set;

/** {@code memory:} makes a store of its own, {@code memory:NAME} one that the process shares. */
public final class MemoryStoreProvider implements StoreProvider {
  private static final Set<String> PARAMETERS = Set.of("namespace", "connectTimeout");

  /** For {@link java.util.ServiceLoader}. */
  public MemoryStoreProvider() {}

  @Override
  public boolean accepts(StoreUrl url) {
    return url.scheme().equals("memory");
  }

  @Override
  public LockStore create(StoreUrl url) {
    for (String parameter : url.parameters().keySet()) {
      if (!PARAMETERS.contains(parameter)) {
        throw new IllegalArgumentException(
            "'" + url + "' has a parameter that memory: does not know; it knows ?namespace=");
      }
    }
    return url.rest().isEmpty() ? MemoryStore.create() : MemoryStore.named(url.rest());
  }
}
