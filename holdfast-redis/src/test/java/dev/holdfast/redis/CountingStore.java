package dev.holdfast.redis;

import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.holdfast.spi.AcquireRequest;
import dev.holdfast.spi.ClientIdentity;
import dev.holdfast.spi.ForwardingListener;
import dev.holdfast.spi.ForwardingSession;
import dev.holdfast.spi.KeepAlive;
import dev.holdfast.spi.LockStore;
import dev.holdfast.spi.ReleaseRequest;
import dev.holdfast.spi.Standing;
import dev.holdfast.spi.StoreCapabilities;
import dev.holdfast.spi.StoreListener;
import dev.holdfast.spi.StoreSession;
import java.util.List;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;

/**
 * Counts the verbs that clients ask of a store. On Redis each is one command ({@link
 * RedisProtocolTests}). Keep-alives of places are not counted: they depend on time alone. A client
 * begins with its subscription in place.
 */
final class CountingStore implements LockStore {
  final AtomicInteger acquires = new AtomicInteger();
  final AtomicInteger releases = new AtomicInteger();
  final AtomicInteger renewals = new AtomicInteger();
  private final LockStore store;

  CountingStore(LockStore store) {
    this.store = store;
  }

  int commands() {
    return acquires.get() + releases.get() + renewals.get();
  }

  @Override
  public StoreCapabilities capabilities() {
    return store.capabilities();
  }

  @Override
  public StoreSession open(ClientIdentity client, StoreListener listener) {
    CountDownLatch subscribed = new CountDownLatch(1);
    StoreSession session =
        store.open(
            client,
            new ForwardingListener(listener) {
              @Override
              public void changed() {
                super.changed();
                subscribed.countDown();
              }
            });
    await(subscribed);
    return new Session(session);
  }

  /** A subscription that begins later makes the client ask again what it holds. */
  private static void await(CountDownLatch subscribed) {
    try {
      assertTrue(subscribed.await(30, TimeUnit.SECONDS), "no subscription within 30 s");
    } catch (InterruptedException unexpected) {
      throw new AssertionError(unexpected);
    }
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
      acquires.incrementAndGet();
      return super.acquire(request);
    }

    @Override
    public CompletionStage<List<Standing>> acquireAll(List<AcquireRequest> requests) {
      acquires.incrementAndGet();
      return super.acquireAll(requests);
    }

    @Override
    public CompletionStage<List<Standing>> keepAlive(List<KeepAlive> requests) {
      if (!requests.stream().allMatch(KeepAlive.Place.class::isInstance)) {
        renewals.incrementAndGet();
      }
      return super.keepAlive(requests);
    }

    @Override
    public CompletionStage<Boolean> release(ReleaseRequest request) {
      releases.incrementAndGet();
      return super.release(request);
    }

    @Override
    public CompletionStage<List<Boolean>> releaseAll(List<ReleaseRequest> requests) {
      releases.incrementAndGet();
      return super.releaseAll(requests);
    }
  }
}
