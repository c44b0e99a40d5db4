package dev.holdfast.shards;

import dev.holdfast.LockInfo;
import dev.holdfast.StoreException;
import dev.holdfast.memory.MemoryStore;
import dev.holdfast.spi.AcquireRequest;
import dev.holdfast.spi.ClientIdentity;
import dev.holdfast.spi.KeepAlive;
import dev.holdfast.spi.LockStore;
import dev.holdfast.spi.ReleaseRequest;
import dev.holdfast.spi.Standing;
import dev.holdfast.spi.StoreListener;
import dev.holdfast.spi.StoreSession;
import dev.holdfast.spi.StoreTraits;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.function.Supplier;

/** A store in memory that dies and forgets when the test says so. */
final class MortalStore implements LockStore {
  boolean dead;
  StoreTraits traits;
  private final MemoryStore store;
  private final List<StoreSession> sessions = new ArrayList<>();

  MortalStore(MemoryStore store) {
    this.store = store;
    this.traits = store.traits();
  }

  /** Forgets everything. */
  void forget() {
    StoreSession any = sessions.get(0);
    for (String name : any.names(1_000).toCompletableFuture().join()) {
      assert any.breakHold(name).toCompletableFuture().join() : name;
    }
  }

  @Override
  public StoreTraits traits() {
    return traits;
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

  private <T> CompletionStage<T> alive(Supplier<CompletionStage<T>> verb) {
    return dead ? CompletableFuture.failedStage(error()) : verb.get();
  }

  private final class Session implements StoreSession {
    private final StoreSession session;

    Session(StoreSession session) {
      this.session = session;
    }

    @Override
    public CompletionStage<Standing> acquire(AcquireRequest request) {
      return alive(() -> session.acquire(request));
    }

    @Override
    public CompletionStage<List<Standing>> acquireAll(List<AcquireRequest> requests) {
      return alive(() -> session.acquireAll(requests));
    }

    @Override
    public CompletionStage<List<Standing>> keepAlive(List<KeepAlive> requests) {
      return alive(() -> session.keepAlive(requests));
    }

    @Override
    public CompletionStage<Boolean> release(ReleaseRequest request) {
      return alive(() -> session.release(request));
    }

    @Override
    public CompletionStage<Integer> resize(String name, int size) {
      return alive(() -> session.resize(name, size));
    }

    @Override
    public CompletionStage<LockInfo> inspect(String name) {
      return alive(() -> session.inspect(name));
    }

    @Override
    public CompletionStage<List<String>> names(int limit) {
      return alive(() -> session.names(limit));
    }

    @Override
    public CompletionStage<Boolean> breakHold(String name) {
      return alive(() -> session.breakHold(name));
    }

    @Override
    public void close() {
      session.close();
    }
  }
}
