package dev.holdfast.jdbc.internal.database;

import java.util.function.LongSupplier;

/** The machine's monotonic time in nanoseconds, for bounds of waits. */
public final class MonotonicTicker implements LongSupplier {
  @Override
  public long getAsLong() {
    return System.nanoTime();
  }
}
