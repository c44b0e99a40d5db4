package dev.holdfast.internal.session;

import dev.holdfast.StoreException;
import dev.holdfast.memory.MemoryStore;
import dev.holdfast.spi.ClientIdentity;
import dev.holdfast.spi.LockStore;
import dev.holdfast.spi.StoreCapabilities;
import dev.holdfast.spi.StoreListener;
import dev.holdfast.spi.StoreProvider;
import dev.holdfast.spi.StoreSession;
import dev.holdfast.spi.StoreUrl;
import java.util.ArrayList;
import java.util.List;

/** Two modules that both understand {@code fortests:}, one of them better. */
public final class ProvidersForTests {
  /** What the stores that were made by URL are, and whether they were closed. */
  static final List<String> LOG = new ArrayList<>();

  private ProvidersForTests() {}

  /** Understands the scheme. */
  public static final class Common implements StoreProvider {
    @Override
    public boolean accepts(StoreUrl url) {
      return url.scheme().equals("fortests");
    }

    @Override
    public LockStore create(StoreUrl url) {
      return new Store("common", url);
    }
  }

  /** Understands it better. */
  public static final class Better implements StoreProvider {
    @Override
    public boolean accepts(StoreUrl url) {
      return url.scheme().equals("fortests");
    }

    @Override
    public int rank() {
      return 1;
    }

    @Override
    public LockStore create(StoreUrl url) {
      return new Store("better", url);
    }
  }

  private static final class Store implements LockStore {
    private final LockStore store = MemoryStore.create();
    private final String kind;
    private final StoreUrl url;

    Store(String kind, StoreUrl url) {
      this.kind = kind;
      this.url = url;
      LOG.add(kind + " made");
    }

    @Override
    public StoreCapabilities capabilities() {
      return store.capabilities();
    }

    @Override
    public StoreSession open(ClientIdentity client, StoreListener listener) {
      if (url.rest().equals("refused")) {
        throw new StoreException("refused", null, false);
      }
      LOG.add("opened in '" + client.namespace() + "'");
      return store.open(client, listener);
    }

    @Override
    public void close() {
      LOG.add(kind + " closed");
      store.close();
    }
  }
}
