package dev.holdfast.servers;

import java.io.IOException;
import java.time.Duration;
import java.util.concurrent.locks.LockSupport;

/** Waits for what servers, or programs that use them, must come to say. */
public final class Waits {
  private static final long LOOK_NANOS = 20_000_000;

  private Waits() {}

  /** What may be true, or cannot be told yet. */
  public interface Condition {
    /** Whether it is true; it cannot be told yet if this throws. */
    boolean holds() throws IOException;
  }

  /**
   * Waits until it holds.
   *
   * @param what in words, for the message
   * @throws IOException if it did not come to hold in time, with what a server said last
   */
  public static void until(Duration patience, String what, Condition condition) throws IOException {
    long end = System.nanoTime() + patience.toNanos();
    while (true) {
      Exception said = null;
      try {
        if (condition.holds()) {
          return;
        }
      } catch (IOException notYet) {
        said = notYet;
      }
      if (System.nanoTime() - end > 0) {
        throw new IOException("not within " + patience.toSeconds() + " s: " + what, said);
      }
      if (Thread.currentThread().isInterrupted()) {
        throw new IOException("interrupted before: " + what);
      }
      LockSupport.parkNanos(LOOK_NANOS);
    }
  }
}
