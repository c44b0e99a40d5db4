package dev.holdfast.tck.internal;

import dev.holdfast.spi.EngineHost;
import java.math.BigInteger;
import java.security.SecureRandom;
import java.time.Duration;
import java.util.concurrent.Executor;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;

/** A real machine whose monotonic clock can be stepped forward, as a suspended one's is. */
public final class SteppedHost implements EngineHost {
  private final AtomicLong steppedNanos = new AtomicLong();
  private final ScheduledExecutorService alarms = Executors.newSingleThreadScheduledExecutor();
  private final ExecutorService threads = Executors.newCachedThreadPool();
  private volatile Runnable tick = () -> {};

  /** Lets this much time pass at once; alarms ring a moment after, as they do on waking. */
  public void step(Duration time) {
    steppedNanos.addAndGet(time.toNanos());
    alarms.execute(tick);
  }

  @Override
  public long nanos() {
    return System.nanoTime() + steppedNanos.get();
  }

  @Override
  public void onAlarm(Runnable newTick) {
    this.tick = newTick;
  }

  @Override
  public void alarm(long atNanos) {
    if (!alarms.isShutdown()) {
      var unused = alarms.schedule(() -> tick.run(), atNanos - nanos(), TimeUnit.NANOSECONDS);
    }
  }

  @Override
  public Executor io() {
    return threads;
  }

  @Override
  public Executor renewals() {
    return threads;
  }

  @Override
  public Executor callbacks() {
    return threads;
  }

  @Override
  public int random(int bound) {
    return ThreadLocalRandom.current().nextInt(bound);
  }

  @Override
  public String nonce() {
    return new BigInteger(80, new SecureRandom()).toString(Character.MAX_RADIX);
  }

  @Override
  public void close() {
    alarms.shutdownNow();
    threads.shutdown();
  }
}
