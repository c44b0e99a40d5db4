package dev.holdfast.lab.score;

import java.util.concurrent.locks.LockSupport;

/**
 * Tells whether the machine let this process run: a thread that asks to be woken every few
 * milliseconds, and sees when it was not. Figures of a machine that was too busy are none.
 */
final class Pulse implements AutoCloseable {
  private static final long BEAT_NANOS = 5_000_000;
  private static final long TOO_LONG_NANOS = 100_000_000;

  private final Thread thread = new Thread(this::beat, "lab-pulse");
  private volatile long longest;
  private volatile boolean over;

  Pulse() {
    thread.setDaemon(true);
    thread.start();
  }

  private void beat() {
    long last = System.nanoTime();
    while (!over) {
      LockSupport.parkNanos(BEAT_NANOS);
      long now = System.nanoTime();
      longest = Math.max(longest, now - last);
      last = now;
    }
  }

  /** Whether it once had to wait for much longer than anybody who measures may. */
  boolean missedBeats() {
    return longest > TOO_LONG_NANOS;
  }

  String text() {
    return "this process had to wait for the processor for " + longest / 1_000_000 + " ms";
  }

  @Override
  public void close() {
    over = true;
  }
}
