package dev.holdfast.quorum;

import dev.holdfast.spi.DaemonThreads;
import dev.holdfast.spi.SuspendAwareClock;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Future;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.ScheduledThreadPoolExecutor;
import java.util.concurrent.SynchronousQueue;
import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;

/** The machine's time, and daemon threads that are there while they are used. */
final class MachinePace implements Pace {
  private static final int IDLE_SECONDS = 10;

  private final SuspendAwareClock ticker = new SuspendAwareClock();
  private final ScheduledThreadPoolExecutor delays =
      new ScheduledThreadPoolExecutor(1, DaemonThreads.named("holdfast-quorum-delay"));
  private final ExecutorService calls =
      new ThreadPoolExecutor(
          0,
          Integer.MAX_VALUE, // each member bounds what it is asked at a time
          IDLE_SECONDS,
          TimeUnit.SECONDS,
          new SynchronousQueue<>(),
          DaemonThreads.named("holdfast-quorum"));

  MachinePace() {
    delays.setRemoveOnCancelPolicy(true);
    delays.setExecuteExistingDelayedTasksAfterShutdownPolicy(false);
    boolean unused = delays.prestartCoreThread(); // or the client cannot be opened, and is told
  }

  @Override
  public long nanos() {
    return ticker.nanos();
  }

  @Override
  public Runnable after(long nanos, Runnable task) {
    try {
      Future<?> planned = delays.schedule(task, nanos, TimeUnit.NANOSECONDS);
      return () -> planned.cancel(false);
    } catch (RejectedExecutionException closed) {
      return () -> {};
    }
  }

  @Override
  public int random(int bound) {
    return ThreadLocalRandom.current().nextInt(bound);
  }

  @Override
  public void run(Runnable call) {
    calls.execute(call);
  }

  @Override
  public void close() {
    delays.shutdownNow();
    calls.shutdownNow();
  }
}
