package dev.holdfast.test;

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
import java.util.List;
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
  public StoreTraits traits() {
    return store.traits();
  }

  @Override
  public StoreSession open(ClientIdentity client, StoreListener listener) {
    return new Session(store.open(client, new Pushes(listener)));
  }

  @Override
  public void close() {
    store.close();
  }

  private final class Session implements StoreSession {
    private final StoreSession session;

    Session(StoreSession session) {
      this.session = session;
    }

    @Override
    public CompletionStage<Standing> acquire(AcquireRequest request) {
      CompletionStage<Standing> answer = session.acquire(request);
      acquires.incrementAndGet();
      if (lost.getAndUpdate(left -> Math.max(0, left - 1)) > 0) {
        return CompletableFuture.failedFuture(
            new StoreException("the answer was lost; it is unknown what happened", null, true));
      }
      return answer.thenCombine(delivery, (standing, delivered) -> standing);
    }

    @Override
    public CompletionStage<List<Standing>> keepAlive(List<KeepAlive> requests) {
      return session.keepAlive(requests);
    }

    @Override
    public CompletionStage<Boolean> release(ReleaseRequest request) {
      return session.release(request);
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
    public CompletionStage<Integer> resize(String name, int size) {
      return session.resize(name, size);
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

  /** Hands pushes on unless they are lost. */
  private final class Pushes implements StoreListener {
    private final StoreListener listener;

    Pushes(StoreListener listener) {
      this.listener = listener;
    }

    private void push(Runnable delivery) {
      if (!pushesLost) {
        delivery.run();
      }
    }

    @Override
    public void granted(String name, String attempt, Standing.Holding standing, long sentAt) {
      push(() -> listener.granted(name, attempt, standing, sentAt));
    }

    @Override
    public void recalled(String name, String attempt) {
      push(() -> listener.recalled(name, attempt));
    }

    @Override
    public void broken(String name, String attempt) {
      push(() -> listener.broken(name, attempt));
    }

    @Override
    public void sessionEnded(String name, String attempt, String why) {
      push(() -> listener.sessionEnded(name, attempt, why));
    }

    @Override
    public void changed() {
      push(listener::changed);
    }
  }
}
