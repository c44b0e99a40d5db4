package dev.holdfast.internal;

import dev.holdfast.spi.Host;
import java.math.BigInteger;
import java.security.SecureRandom;
import java.util.concurrent.Executor;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.LinkedTransferQueue;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.SynchronousQueue;
import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/**
 * The real host: one alarm thread per client, and threads for blocking stores and callbacks that
 * exist only while there is work. All of them are daemons and are named after the client.
 */
final class MachineHost implements Host {
  private static final int IO_THREADS = 8;
  private static final int RENEWAL_THREADS = 8;
  private static final int NONCE_BITS = 80;

  private final MachineTicker ticker = new MachineTicker();
  private final Alarm alarm;
  private final ExecutorService io;
  private final ExecutorService renewals;
  private final @Nullable ExecutorService ownCallbacks;
  private final Executor callbacks;

  MachineHost(String clientName, @Nullable Executor callbacks) {
    String prefix = "holdfast-" + clientName;
    this.alarm = new Alarm(ticker, prefix + "-alarm");
    this.io = pool(prefix + "-io", IO_THREADS);
    this.renewals = pool(prefix + "-renewal", RENEWAL_THREADS);
    this.ownCallbacks = callbacks == null ? growing(prefix + "-callback") : null;
    this.callbacks = callbacks == null ? ownCallbacks() : callbacks;
  }

  private ExecutorService ownCallbacks() {
    return java.util.Objects.requireNonNull(ownCallbacks);
  }

  /** So many threads at most, none when idle, and a queue behind them. */
  private static ThreadPoolExecutor pool(String name, int threads) {
    return new ThreadPoolExecutor(
        0, threads, 5, TimeUnit.SECONDS, new IdleFirst(), Daemons.named(name), IdleFirst::enqueue);
  }

  /** Takes a task at once only if a thread is idle: so a thread is made only if none is. */
  private static final class IdleFirst extends LinkedTransferQueue<Runnable> {
    private static final long serialVersionUID = 1L;

    @Override
    public boolean offer(Runnable task) {
      return tryTransfer(task);
    }

    /** All threads are busy: the task waits for one, unless none will come any more. */
    static void enqueue(Runnable task, ThreadPoolExecutor pool) {
      if (pool.isShutdown()) {
        throw new RejectedExecutionException("the client is closed");
      }
      pool.getQueue().add(task);
      // They may all have ended since, for want of work: then it is as if none had been busy.
      if (pool.getPoolSize() == 0 && pool.remove(task)) {
        pool.execute(task);
      }
    }
  }

  /** As many threads as there are callbacks that block, so that none waits for another. */
  private static ThreadPoolExecutor growing(String name) {
    return new ThreadPoolExecutor(
        0, Integer.MAX_VALUE, 5, TimeUnit.SECONDS, new SynchronousQueue<>(), Daemons.named(name));
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

  @Override
  public void close() {
    alarm.end();
    io.shutdown();
    renewals.shutdown();
    if (ownCallbacks != null) {
      ownCallbacks.shutdown();
    }
    // Idle threads end now; one inside a call to the store ends with that call's own timeout.
  }
}
