package dev.holdfast.jdbc;

import dev.holdfast.LockInfo;
import dev.holdfast.spi.AcquireRequest;
import dev.holdfast.spi.ClientIdentity;
import dev.holdfast.spi.KeepAlive;
import dev.holdfast.spi.LockStore;
import dev.holdfast.spi.ReleaseRequest;
import dev.holdfast.spi.Standing;
import dev.holdfast.spi.StoreListener;
import dev.holdfast.spi.StoreSession;
import dev.holdfast.spi.StoreTraits;
import java.util.List;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.atomic.AtomicInteger;

/** A store that counts how often its clients look at their places. */
record LookedAt(LockStore store, AtomicInteger looks) implements LockStore {
  @Override
  public StoreTraits traits() {
    return store.traits();
  }

  @Override
  public StoreSession open(ClientIdentity client, StoreListener listener) {
    return new Session(store.open(client, listener), looks);
  }

  @Override
  public void close() {
    store.close();
  }

  private record Session(StoreSession session, AtomicInteger looks) implements StoreSession {
    @Override
    public CompletionStage<List<Standing>> keepAlive(List<KeepAlive> requests) {
      for (KeepAlive request : requests) {
        if (request instanceof KeepAlive.Place) {
          looks.incrementAndGet();
        }
      }
      return session.keepAlive(requests);
    }

    @Override
    public CompletionStage<Standing> acquire(AcquireRequest request) {
      return session.acquire(request);
    }

    @Override
    public CompletionStage<Boolean> release(ReleaseRequest request) {
      return session.release(request);
    }

    @Override
    public CompletionStage<Integer> resize(String name, int size) {
      return session.resize(name, size);
    }

    @Override
    public CompletionStage<LockInfo> inspect(String name) {
      return session.inspect(name);
    }

    @Override
    public CompletionStage<List<String>> names(int limit) {
      return session.names(limit);
    }

    @Override
    public CompletionStage<Boolean> breakHold(String name) {
      return session.breakHold(name);
    }

    @Override
    public void close() {
      session.close();
    }
  }
}
