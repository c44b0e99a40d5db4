package dev.holdfast.cli;

import dev.holdfast.LockInfo;
import dev.holdfast.StoreException;
import dev.holdfast.memory.MemoryStore;
import dev.holdfast.spi.ClientIdentity;
import dev.holdfast.spi.ForwardingSession;
import dev.holdfast.spi.LockStore;
import dev.holdfast.spi.StoreCapabilities;
import dev.holdfast.spi.StoreListener;
import dev.holdfast.spi.StoreProvider;
import dev.holdfast.spi.StoreSession;
import dev.holdfast.spi.StoreUrl;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.atomic.AtomicBoolean;

/** A store, {@code untold:}, that cannot tell of any name until that was broken. */
public final class UntoldStore implements StoreProvider {
  static final AtomicBoolean BROKEN = new AtomicBoolean();

  @Override
  public boolean accepts(StoreUrl url) {
    return url.scheme().equals("untold");
  }

  @Override
  public LockStore create(StoreUrl url) {
    MemoryStore store = MemoryStore.create();
    return new LockStore() {
      @Override
      public StoreCapabilities capabilities() {
        return store.capabilities();
      }

      @Override
      public StoreSession open(ClientIdentity client, StoreListener listener) {
        return new Session(store.open(client, listener));
      }

      @Override
      public void close() {
        store.close();
      }
    };
  }

  private static final class Session extends ForwardingSession {
    Session(StoreSession session) {
      super(session);
    }

    @Override
    public CompletionStage<LockInfo> inspect(String name) {
      return BROKEN.get()
          ? super.inspect(name)
          : CompletableFuture.failedFuture(
              new StoreException("no token can be made of what is stored", null, false));
    }

    @Override
    public CompletionStage<Boolean> breakHold(String name) {
      return CompletableFuture.completedFuture(BROKEN.compareAndSet(false, true));
    }
  }
}
