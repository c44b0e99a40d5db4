package dev.holdfast.redis;

import dev.holdfast.spi.Mode;
import dev.holdfast.spi.Standing;
import dev.holdfast.spi.StoreListener;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;

/** Remembers what it was told. */
public final class ListenerForTests implements StoreListener {
  public final AtomicInteger changes = new AtomicInteger();
  private final CountDownLatch subscribed = new CountDownLatch(1);
  public final Set<String> granted = ConcurrentHashMap.newKeySet();
  public final Map<String, Mode> modes = new ConcurrentHashMap<>();
  public final Set<String> recalled = ConcurrentHashMap.newKeySet();
  public final Set<String> broken = ConcurrentHashMap.newKeySet();

  @Override
  public void granted(String name, String attempt, Standing.Holding standing, long sentAt) {
    modes.put(attempt, standing.mode());
    granted.add(attempt);
  }

  @Override
  public void recalled(String name, String attempt) {
    recalled.add(attempt);
  }

  @Override
  public void broken(String name, String attempt) {
    broken.add(attempt);
  }

  @Override
  public void changed() {
    changes.incrementAndGet();
    subscribed.countDown();
  }

  /**
   * Waits for the subscription: what is published before it stands is never heard of. Opening waits
   * for less than a busy machine may need.
   */
  void awaitSubscription() {
    try {
      boolean unused = subscribed.await(3, TimeUnit.SECONDS); // some users may not subscribe
    } catch (InterruptedException stop) {
      Thread.currentThread().interrupt();
    }
  }
}
