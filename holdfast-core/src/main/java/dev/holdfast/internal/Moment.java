package dev.holdfast.internal;

import static java.util.concurrent.TimeUnit.MICROSECONDS;
import static java.util.concurrent.TimeUnit.MILLISECONDS;
import static java.util.concurrent.TimeUnit.SECONDS;

import java.util.function.BooleanSupplier;
import java.util.function.LongSupplier;

/**
 * The moment for which a thread looks whether what it waits for comes, before it parks. To put a
 * thread to sleep and wake it up takes longer than the answer of a store that is near, or than
 * another thread's short section. Thread-safe.
 *
 * <p>While it looks, whoever has something to do has the processor: it looks once, lets others run,
 * and looks again. Where programs that never pause keep all processors busy, that is bad manners
 * towards oneself: who lets others run gets the processor back when their time slices are over,
 * where who is woken up gets it at once. So a look that cost a slice is the last for a while.
 */
final class Moment {
  private static final long LENGTH_NANOS = MICROSECONDS.toNanos(100);
  private static final long SLICE_NANOS = MILLISECONDS.toNanos(2);
  private static final long REST_NANOS = SECONDS.toNanos(1);

  private final LongSupplier nanos;
  private final Runnable letOthersRun;
  private volatile long nextAt;

  Moment(LongSupplier nanos, Runnable letOthersRun) {
    this.nanos = nanos;
    this.letOthersRun = letOthersRun;
    this.nextAt = nanos.getAsLong();
  }

  /** Returns when it is there, or when the moment is over. */
  void lookFor(BooleanSupplier there) {
    long start = nanos.getAsLong();
    long now = start;
    while (!there.getAsBoolean() && now - start < LENGTH_NANOS && now - nextAt >= 0) {
      letOthersRun.run();
      long before = now;
      now = nanos.getAsLong();
      if (now - before >= SLICE_NANOS) {
        nextAt = now + REST_NANOS;
      }
    }
  }
}
