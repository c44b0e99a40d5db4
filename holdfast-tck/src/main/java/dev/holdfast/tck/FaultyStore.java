package dev.holdfast.tck;

import dev.holdfast.LockInfo;
import dev.holdfast.StoreException;
import dev.holdfast.spi.AcquireRequest;
import dev.holdfast.spi.ClientIdentity;
import dev.holdfast.spi.KeepAlive;
import dev.holdfast.spi.LockStore;
import dev.holdfast.spi.ReleaseRequest;
import dev.holdfast.spi.Standing;
import dev.holdfast.spi.StoreListener;
import dev.holdfast.spi.StoreSession;
import dev.holdfast.spi.StoreTraits;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Supplier;

/**
 * A store with switches for what goes wrong between a client and a store: an unreachable store,
 * lost pushes, lost or late replies. The store behind it stays as it is.
 */
final class FaultyStore implements LockStore {
  private final LockStore store;
  private final AtomicInteger acquireRepliesToLose = new AtomicInteger();
  private final AtomicInteger keepAlivesToFail = new AtomicInteger();
  private final AtomicInteger acquires = new AtomicInteger();
  private final AtomicInteger failedKeepAlives = new AtomicInteger();
  private volatile boolean cut;
  private volatile boolean deaf;
  private volatile Duration acquireDelay = Duration.ZERO;

  FaultyStore(LockStore store) {
    this.store = store;
  }

  /** Nothing arrives at the store, and nothing comes from it. */
  void cut() {
    cut = true;
  }

  void heal() {
    cut = false;
    deaf = false;
  }

  /** Pushes are lost from now on. */
  void losePushes() {
    deaf = true;
  }

  /** The next acquires are done, but their replies are lost. */
  void loseAcquireReplies(int count) {
    acquireRepliesToLose.set(count);
  }

  /** The next batches of keep-alives fail. */
  void failKeepAlives(int count) {
    keepAlivesToFail.set(count);
  }

  /** Replies to acquires take this much longer. */
  void delayAcquireReplies(Duration delay) {
    acquireDelay = delay;
  }

  /** How many acquires were asked of this store. */
  int acquires() {
    return acquires.get();
  }

  /** How many batches of keep-alives failed. */
  int failedKeepAlives() {
    return failedKeepAlives.get();
  }

  @Override
  public StoreTraits traits() {
    return store.traits();
  }

  @Override
  public StoreSession open(ClientIdentity client, StoreListener listener) {
    return new Session(store.open(client, new Listener(listener)));
  }

  @Override
  public void close() {
    store.close();
  }

  @Override
  public String toString() {
    return "faulty " + store;
  }

  private <T> CompletionStage<T> pass(Supplier<CompletionStage<T>> verb) {
    return cut ? lost("the store was cut off by the test") : verb.get();
  }

  private static <T> CompletionStage<T> lost(String why) {
    return CompletableFuture.failedFuture(new StoreException(why, null, true));
  }

  private static boolean isNext(AtomicInteger count) {
    return count.getAndUpdate(n -> Math.max(0, n - 1)) > 0;
  }

  private <T> CompletionStage<T> late(CompletionStage<T> stage, Duration delay) {
    if (delay.isZero()) {
      return stage;
    }
    if (store.traits().blocking()) {
      Until.passed(delay);
      return stage;
    }
    return stage.thenApplyAsync(
        reply -> reply, CompletableFuture.delayedExecutor(delay.toMillis(), TimeUnit.MILLISECONDS));
  }

  private final class Session implements StoreSession {
    private final StoreSession session;

    Session(StoreSession session) {
      this.session = session;
    }

    @Override
    public CompletionStage<Standing> acquire(AcquireRequest request) {
      acquires.incrementAndGet();
      return pass(
          () -> {
            CompletionStage<Standing> reply = session.acquire(request);
            if (isNext(acquireRepliesToLose)) {
              return reply.thenCompose(done -> lost("the reply was lost by the test"));
            }
            return late(reply, acquireDelay);
          });
    }

    @Override
    public int part(String name) {
      return session.part(name);
    }

    @Override
    public CompletionStage<List<Standing>> keepAlive(List<KeepAlive> requests) {
      if (cut || isNext(keepAlivesToFail)) {
        failedKeepAlives.incrementAndGet();
        return lost("the keep-alive was lost by the test");
      }
      return session.keepAlive(requests);
    }

    @Override
    public CompletionStage<Boolean> release(ReleaseRequest request) {
      return pass(() -> session.release(request));
    }

    @Override
    public CompletionStage<LockInfo> inspect(String name) {
      return pass(() -> session.inspect(name));
    }

    @Override
    public CompletionStage<List<String>> names(int limit) {
      return pass(() -> session.names(limit));
    }

    @Override
    public CompletionStage<Integer> resize(String name, int size) {
      return pass(() -> session.resize(name, size));
    }

    @Override
    public CompletionStage<Boolean> breakHold(String name) {
      return pass(() -> session.breakHold(name));
    }

    @Override
    public void close() {
      session.close();
    }
  }

  private final class Listener implements StoreListener {
    private final StoreListener listener;

    Listener(StoreListener listener) {
      this.listener = listener;
    }

    @Override
    public void granted(String name, String attempt, Standing.Holding standing, long sentAt) {
      if (!cut && !deaf) {
        listener.granted(name, attempt, standing, sentAt);
      }
    }

    @Override
    public void recalled(String name, String attempt) {
      if (!cut && !deaf) {
        listener.recalled(name, attempt);
      }
    }

    @Override
    public void broken(String name, String attempt) {
      if (!cut && !deaf) {
        listener.broken(name, attempt);
      }
    }

    @Override
    public void sessionEnded(String name, String attempt, String why) {
      if (!cut && !deaf) {
        listener.sessionEnded(name, attempt, why);
      }
    }

    @Override
    public void changed() {
      if (!cut && !deaf) {
        listener.changed();
      }
    }
  }
}
