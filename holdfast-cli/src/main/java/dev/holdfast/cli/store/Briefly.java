package dev.holdfast.cli.store;

import dev.holdfast.spi.DaemonThreads;
import java.time.Duration;

/** Does what a store that does not answer may draw out, and waits for it for a moment only. */
public final class Briefly {
  private Briefly() {}

  /** Whether it was done in this time; if not, it goes on until the program ends. */
  public static boolean run(Duration time, Runnable task) {
    Thread thread = DaemonThreads.of("holdfast-briefly", () -> quietly(task));
    try {
      thread.start();
    } catch (OutOfMemoryError noThread) {
      return false;
    }
    try {
      thread.join(time.toMillis());
    } catch (InterruptedException signal) {
      Thread.currentThread().interrupt();
    }
    return !thread.isAlive();
  }

  /** What it throws is dropped: its caller may have gone on by then. */
  private static void quietly(Runnable task) {
    try {
      task.run();
    } catch (RuntimeException | Error failed) {
      // It is over as well.
    }
  }
}
