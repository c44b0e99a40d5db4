package dev.holdfast.servers;

import java.io.IOException;
import java.time.Duration;
import java.util.concurrent.locks.LockSupport;

/** Waits for what servers must come to say. */
final class Waits {
  private static final long LOOK_NANOS = 20_000_000;

  private Waits() {}

  /** What may be true, or cannot be told yet. */
  interface Condition {
    boolean holds() throws IOException;
  }

  /**
   * Waits until it holds.
   *
   * @throws IOException if it did not come to hold, with what a server said last
   */
  static void until(Duration patience, String what, Condition condition) throws IOException {
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
