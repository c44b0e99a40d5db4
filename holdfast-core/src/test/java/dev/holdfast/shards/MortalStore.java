package dev.holdfast.shards;

import dev.holdfast.StoreException;
import dev.holdfast.memory.MemoryStore;
import dev.holdfast.spi.ClientIdentity;
import dev.holdfast.spi.ForwardingSession;
import dev.holdfast.spi.LockStore;
import dev.holdfast.spi.StoreCapabilities;
import dev.holdfast.spi.StoreListener;
import dev.holdfast.spi.StoreSession;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.function.Supplier;

/** A store in memory that dies and forgets when the test says so. */
final class MortalStore implements LockStore {
  boolean dead;
  StoreCapabilities capabilities;
  private final MemoryStore store;
  private final List<StoreSession> sessions = new ArrayList<>();

  MortalStore(MemoryStore store) {
    this.store = store;
    this.capabilities = store.capabilities();
  }

  /** Forgets everything. */
  void forget() {
    StoreSession any = sessions.get(0);
    for (String name : any.names(1_000).toCompletableFuture().join()) {
      assert any.breakHold(name).toCompletableFuture().join() : name;
    }
  }

  @Override
  public StoreCapabilities capabilities() {
    return capabilities;
  }

  @Override
  public StoreSession open(ClientIdentity client, StoreListener listener) {
    if (dead) {
      throw error();
    }
    StoreSession session = store.open(client, listener);
    sessions.add(session);
    return new Session(session);
  }

  @Override
  public void close() {
    throw new AssertionError("it is the test's");
  }

  private static StoreException error() {
    return new StoreException("dead", null, true);
  }

  private final class Session extends ForwardingSession {
    Session(StoreSession session) {
      super(session);
    }

    @Override
    protected <T> CompletionStage<T> ask(Supplier<CompletionStage<T>> verb) {
      return dead ? CompletableFuture.failedStage(error()) : verb.get();
    }
  }
}
