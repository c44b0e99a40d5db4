package dev.holdfast.test;

import dev.holdfast.StoreException;
import dev.holdfast.memory.MemoryStore;
import dev.holdfast.spi.AcquireRequest;
import dev.holdfast.spi.ClientIdentity;
import dev.holdfast.spi.ForwardingListener;
import dev.holdfast.spi.ForwardingSession;
import dev.holdfast.spi.LockStore;
import dev.holdfast.spi.Standing;
import dev.holdfast.spi.StoreCapabilities;
import dev.holdfast.spi.StoreListener;
import dev.holdfast.spi.StoreSession;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.atomic.AtomicInteger;

/** A store in memory that does what it is asked, but whose answers are late or lost. */
final class UnreliableStore implements LockStore {
  final AtomicInteger acquires = new AtomicInteger();
  private final LockStore store = MemoryStore.create();
  private final AtomicInteger lost = new AtomicInteger();
  private volatile CompletableFuture<Void> delivery = CompletableFuture.completedFuture(null);
  private volatile boolean pushesLost;

  /** The next so many acquires happen, but their answers are lost. */
  void loseAnswers(int count) {
    lost.set(count);
  }

  /** Answers to acquires stay on their way until {@link #deliver}. */
  void withhold() {
    delivery = new CompletableFuture<>();
  }

  void deliver() {
    delivery.complete(null);
  }

  void losePushes() {
    pushesLost = true;
  }

  @Override
  public StoreCapabilities capabilities() {
    return store.capabilities();
  }

  @Override
  public StoreSession open(ClientIdentity client, StoreListener listener) {
    return new Session(store.open(client, new Pushes(listener)));
  }

  @Override
  public void close() {
    store.close();
  }

  private final class Session extends ForwardingSession {
    Session(StoreSession session) {
      super(session);
    }

    @Override
    public CompletionStage<Standing> acquire(AcquireRequest request) {
      CompletionStage<Standing> answer = super.acquire(request);
      acquires.incrementAndGet();
      if (lost.getAndUpdate(left -> Math.max(0, left - 1)) > 0) {
        return CompletableFuture.failedFuture(
            new StoreException("the answer was lost; it is unknown what happened", null, true));
      }
      return answer.thenCombine(delivery, (standing, delivered) -> standing);
    }
  }

  /** Hands pushes on unless they are lost. */
  private final class Pushes extends ForwardingListener {
    Pushes(StoreListener listener) {
      super(listener);
    }

    @Override
    protected void push(Runnable delivery) {
      if (!pushesLost) {
        delivery.run();
      }
    }
  }
}
