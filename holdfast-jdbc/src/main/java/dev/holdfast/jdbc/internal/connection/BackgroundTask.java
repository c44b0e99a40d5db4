package dev.holdfast.jdbc.internal.connection;

import dev.holdfast.spi.DaemonThreads;
import java.time.Duration;
import java.util.function.Function;

/**
 * Ends what a silent server may keep from ending: a pool waits for a login that is under way, and a
 * driver may open another connection to have the server end this one. So that happens on a thread
 * of its own, which is waited for no longer than a server that answers needs.
 */
public final class BackgroundTask {
  private static final Duration LONGEST = Duration.ofSeconds(1);

  private BackgroundTask() {}

  /** Runs it; returns when it is done, or a second later. An interrupt does not get lost. */
  public static void run(Runnable ending) {
    run(ending, task -> DaemonThreads.started("holdfast-jdbc-ending", task));
  }

  /** The same, on a thread of this kind; on the caller's if none can be made. */
  public static void run(Runnable ending, Function<Runnable, Thread> starter) {
    Thread thread;
    try {
      thread = starter.apply(ending);
    } catch (OutOfMemoryError noThread) {
      ending.run();
      return;
    }
    try {
      thread.join(LONGEST.toMillis());
    } catch (InterruptedException hurry) {
      Thread.currentThread().interrupt(); // it goes on by itself
    }
  }
}
