package dev.holdfast.internal.runtime;

import dev.holdfast.spi.DaemonThreads;
import dev.holdfast.spi.EngineHost;
import dev.holdfast.spi.SuspendAwareClock;
import java.math.BigInteger;
import java.security.SecureRandom;
import java.util.concurrent.Executor;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.SynchronousQueue;
import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * The real host: one alarm thread per client, named after it as those for its callbacks are, and
 * threads for calls to blocking stores, which all clients of the process share. So of many clients
 * that call now and then few threads are kept busy, not a cold one for each. All but the alarm's
 * exist only while there is work, all are daemons, and none is left when the last client is closed.
 */
public final class SystemHost implements EngineHost {
  private static final int MOST_CALLS = 8;
  private static final int MOST_RENEWALS = 8;
  private static final int MOST_CALLBACKS = 256;
  private static final int NONCE_BITS = 80;

  /** Each client bounds for itself how many calls it has there at a time. */
  private static final SharedThreadPool CALLS = new SharedThreadPool("holdfast-io", 5_000);

  private final SuspendAwareClock ticker;
  private final Alarm alarm;
  private final BoundedExecutor io = new BoundedExecutor(MOST_CALLS, CALLS);
  private final BoundedExecutor renewals = new BoundedExecutor(MOST_RENEWALS, CALLS);
  private final @Nullable ExecutorService ownCallbacks;
  private final Executor callbacks;
  private final Supplier<SystemHost> another;
  private final AtomicBoolean closed = new AtomicBoolean();

  public SystemHost(String clientName, @Nullable Executor callbacks) {
    this(new SuspendAwareClock(), clientName, callbacks);
  }

  private SystemHost(SuspendAwareClock ticker, String clientName, @Nullable Executor callbacks) {
    this.ticker = ticker;
    this.another = () -> new SystemHost(ticker, clientName, callbacks);
    String prefix = "holdfast-" + clientName;
    this.alarm = new Alarm(ticker, prefix + "-alarm");
    if (callbacks == null) {
      ExecutorService threads = growing(prefix + "-callback");
      this.ownCallbacks = threads;
      // Enough that a callback that blocks rarely delays another, and few enough that the system
      // has threads left for renewals when thousands of leases are lost at once.
      this.callbacks = new BoundedExecutor(MOST_CALLBACKS, threads);
    } else {
      this.ownCallbacks = null;
      this.callbacks = callbacks;
    }
    CALLS.enter();
  }

  /** As many threads as there are tasks at a time. */
  static ThreadPoolExecutor growing(String name) {
    return new ThreadPoolExecutor(
        0,
        Integer.MAX_VALUE,
        5,
        TimeUnit.SECONDS,
        new SynchronousQueue<>(),
        DaemonThreads.named(name));
  }

  @Override
  public long nanos() {
    return ticker.nanos();
  }

  @Override
  public void onAlarm(Runnable tick) {
    alarm.begin(tick);
  }

  @Override
  public void alarm(long atNanos) {
    alarm.set(atNanos);
  }

  @Override
  public Executor io() {
    return io;
  }

  @Override
  public Executor renewals() {
    return renewals;
  }

  @Override
  public Executor callbacks() {
    return callbacks;
  }

  @Override
  public int random(int bound) {
    return ThreadLocalRandom.current().nextInt(bound);
  }

  @Override
  public String nonce() {
    return new BigInteger(NONCE_BITS, new SecureRandom()).toString(Character.MAX_RADIX);
  }

  /** With the same clock: what was noted before is compared with it. */
  @Override
  public SystemHost another() {
    return another.get();
  }

  @Override
  public void close() {
    if (!closed.compareAndSet(false, true)) {
      return;
    }
    alarm.end();
    io.close();
    renewals.close();
    CALLS.leave();
    if (ownCallbacks != null) {
      ownCallbacks.shutdown();
    }
    // Idle threads end now; one inside a call to the store ends with that call's own timeout.
  }
}
