package dev.holdfast.jdbc;

import java.util.function.LongSupplier;

/** The machine's monotonic time in nanoseconds, for bounds of waits. */
final class MonotonicTicker implements LongSupplier {
  @Override
  public long getAsLong() {
    return System.nanoTime();
  }
}
