package dev.holdfast.memory;

import java.util.concurrent.TimeUnit;

/** The store's own clock: wall time when it was made, monotonic from there. */
final class StoreTicker {
  private final long startMicros = TimeUnit.MILLISECONDS.toMicros(System.currentTimeMillis());
  private final long startNanos = System.nanoTime();

  long micros() {
    return startMicros + TimeUnit.NANOSECONDS.toMicros(System.nanoTime() - startNanos);
  }
}
