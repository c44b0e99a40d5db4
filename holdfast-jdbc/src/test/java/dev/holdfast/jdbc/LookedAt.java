package dev.holdfast.jdbc;

import dev.holdfast.spi.ClientIdentity;
import dev.holdfast.spi.ForwardingSession;
import dev.holdfast.spi.KeepAlive;
import dev.holdfast.spi.LockStore;
import dev.holdfast.spi.Standing;
import dev.holdfast.spi.StoreCapabilities;
import dev.holdfast.spi.StoreListener;
import dev.holdfast.spi.StoreSession;
import java.util.List;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.atomic.AtomicInteger;

/** A store that counts how often its clients look at their places. */
record LookedAt(LockStore store, AtomicInteger looks) implements LockStore {
  @Override
  public StoreCapabilities capabilities() {
    return store.capabilities();
  }

  @Override
  public StoreSession open(ClientIdentity client, StoreListener listener) {
    return new Session(store.open(client, listener), looks);
  }

  @Override
  public void close() {
    store.close();
  }

  private static final class Session extends ForwardingSession {
    private final AtomicInteger looks;

    Session(StoreSession session, AtomicInteger looks) {
      super(session);
      this.looks = looks;
    }

    @Override
    public CompletionStage<List<Standing>> keepAlive(List<KeepAlive> requests) {
      for (KeepAlive request : requests) {
        if (request instanceof KeepAlive.Place) {
          looks.incrementAndGet();
        }
      }
      return super.keepAlive(requests);
    }
  }
}
