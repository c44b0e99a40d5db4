package dev.holdfast.shards;

import dev.holdfast.internal.runtime.Isolated;
import dev.holdfast.spi.DaemonThreads;
import dev.holdfast.spi.SuspendAwareClock;
import java.util.List;
import java.util.concurrent.ScheduledThreadPoolExecutor;
import java.util.concurrent.TimeUnit;

/** When marks are renewed, and by which clock. */
interface TopologyRenewal {
  /** Monotonic nanoseconds. */
  long nanos();

  /**
   * Runs each of these tasks again and again at this interval, in milliseconds; none waits for
   * another.
   *
   * @return what ends that
   */
  Runnable every(long millis, List<Runnable> tasks);

  /** By the machine's clock, on a daemon thread for each task that is running. */
  static TopologyRenewal onThreads() {
    SuspendAwareClock ticker = new SuspendAwareClock();
    return new TopologyRenewal() {
      @Override
      public long nanos() {
        return ticker.nanos();
      }

      @Override
      public Runnable every(long millis, List<Runnable> tasks) {
        ScheduledThreadPoolExecutor threads =
            new ScheduledThreadPoolExecutor(tasks.size(), DaemonThreads.named("holdfast-shards"));
        try {
          for (Runnable task : tasks) {
            Runnable surviving =
                () -> Isolated.run("a mark could not be renewed; it is tried again", task);
            var unused =
                threads.scheduleWithFixedDelay(surviving, millis, millis, TimeUnit.MILLISECONDS);
          }
        } catch (RuntimeException | Error noThread) {
          threads.shutdownNow();
          throw noThread;
        }
        return threads::shutdownNow;
      }
    };
  }
}
