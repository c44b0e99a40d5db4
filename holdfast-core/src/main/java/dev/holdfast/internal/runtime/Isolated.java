package dev.holdfast.internal.runtime;

import java.lang.System.Logger.Level;
import org.jspecify.annotations.Nullable;

/**
 * Keeps what one task throws from all others: it is logged, and the caller goes on. An {@code
 * Error} is no exception to that, as one that ends a thread of the library (no memory for a moment,
 * a class that a container has unloaded) would end the renewal of leases that have nothing to do
 * with it.
 */
public final class Isolated {
  private static final System.Logger LOG = System.getLogger("dev.holdfast");

  private Isolated() {}

  /** Runs it; never throws. */
  public static void run(String ifItThrows, Runnable task) {
    try {
      task.run();
    } catch (Throwable thrown) {
      note(ifItThrows, thrown);
    }
  }

  /** Logs what should not have been thrown; never throws. */
  public static void note(String message, Throwable thrown) {
    note(Level.ERROR, message, thrown);
  }

  public static void note(Level level, String message, @Nullable Throwable thrown) {
    try {
      LOG.log(level, message, thrown);
    } catch (Throwable unable) {
      // Without memory, or with a broken handler of the program's, there is nothing left to tell.
    }
  }
}
