package dev.holdfast.tck.internal.clients;

import dev.holdfast.StoreException;
import dev.holdfast.spi.AcquireRequest;
import dev.holdfast.spi.ClientIdentity;
import dev.holdfast.spi.ForwardingListener;
import dev.holdfast.spi.ForwardingSession;
import dev.holdfast.spi.KeepAlive;
import dev.holdfast.spi.LockStore;
import dev.holdfast.spi.Standing;
import dev.holdfast.spi.StoreCapabilities;
import dev.holdfast.spi.StoreListener;
import dev.holdfast.spi.StoreSession;
import dev.holdfast.tck.fixture.Rig;
import dev.holdfast.tck.internal.Until;
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
public final class FaultyStore implements LockStore {
  private final LockStore store;
  private final AtomicInteger acquireRepliesToLose = new AtomicInteger();
  private final AtomicInteger keepAlivesToFail = new AtomicInteger();
  private final AtomicInteger acquires = new AtomicInteger();
  private final AtomicInteger acquiresAnswered = new AtomicInteger();
  private final AtomicInteger failedKeepAlives = new AtomicInteger();
  private volatile boolean cut;
  private volatile boolean deaf;
  private volatile Duration acquireDelay = Duration.ZERO;

  private FaultyStore(LockStore store) {
    this.store = store;
  }

  /** A store object of its own, on the records of the rig. */
  public static FaultyStore of(Rig rig) throws Exception {
    return new FaultyStore(rig.openStore());
  }

  /** Nothing arrives at the store, and nothing comes from it. */
  public void cut() {
    cut = true;
  }

  public void heal() {
    cut = false;
    deaf = false;
  }

  /** Pushes are lost from now on. */
  public void losePushes() {
    deaf = true;
  }

  /** The next acquires are done, but their replies are lost. */
  public void loseAcquireReplies(int count) {
    acquireRepliesToLose.set(count);
  }

  /** The next batches of keep-alives fail. */
  public void failKeepAlives(int count) {
    keepAlivesToFail.set(count);
  }

  /** Replies to acquires take this much longer. */
  public void delayAcquireReplies(Duration delay) {
    acquireDelay = delay;
  }

  /** How many acquires were asked of this store. */
  public int acquires() {
    return acquires.get();
  }

  /** How many of them this store has answered. */
  public int acquiresAnswered() {
    return acquiresAnswered.get();
  }

  /** How many batches of keep-alives failed. */
  public int failedKeepAlives() {
    return failedKeepAlives.get();
  }

  @Override
  public StoreCapabilities capabilities() {
    return store.capabilities();
  }

  @Override
  public StoreSession open(ClientIdentity client, StoreListener listener) {
    if (cut) {
      throw new StoreException("the store was cut off by the test", null, true);
    }
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
    if (store.capabilities().blocking()) {
      Until.passed(delay);
      return stage;
    }
    return stage.thenApplyAsync(
        reply -> reply, CompletableFuture.delayedExecutor(delay.toMillis(), TimeUnit.MILLISECONDS));
  }

  private final class Session extends ForwardingSession {
    Session(StoreSession session) {
      super(session);
    }

    @Override
    protected <T> CompletionStage<T> ask(Supplier<CompletionStage<T>> verb) {
      return cut ? lost("the store was cut off by the test") : verb.get();
    }

    @Override
    public CompletionStage<Standing> acquire(AcquireRequest request) {
      return acquired(super.acquire(request));
    }

    @Override
    public CompletionStage<List<Standing>> acquireAll(List<AcquireRequest> requests) {
      return acquired(super.acquireAll(requests));
    }

    private <T> CompletionStage<T> acquired(CompletionStage<T> answer) {
      acquires.incrementAndGet();
      CompletionStage<T> reply =
          answer.whenComplete((done, error) -> acquiresAnswered.incrementAndGet());
      if (!cut && isNext(acquireRepliesToLose)) {
        return reply.thenCompose(done -> lost("the reply was lost by the test"));
      }
      return cut ? reply : late(reply, acquireDelay);
    }

    @Override
    public CompletionStage<List<Standing>> keepAlive(List<KeepAlive> requests) {
      if (cut || isNext(keepAlivesToFail)) {
        failedKeepAlives.incrementAndGet();
        return lost("the keep-alive was lost by the test");
      }
      return super.keepAlive(requests);
    }
  }

  private final class Listener extends ForwardingListener {
    Listener(StoreListener listener) {
      super(listener);
    }

    @Override
    protected void push(Runnable delivery) {
      if (!cut && !deaf) {
        delivery.run();
      }
    }
  }
}
