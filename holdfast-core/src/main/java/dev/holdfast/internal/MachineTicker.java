package dev.holdfast.internal;

import static java.util.concurrent.TimeUnit.MILLISECONDS;

import java.util.concurrent.atomic.AtomicLong;
import java.util.function.LongSupplier;

/**
 * Monotonic time in which a suspended machine's time counts as passed (rule T3).
 *
 * <p>The monotonic clock stops while a machine is suspended and the wall clock does not. So when
 * wall time has run ahead of monotonic time by more than a bound, the difference is added. A wall
 * clock that is set forward has the same effect: leases end early, which is safe. One that is set
 * back has none.
 */
final class MachineTicker {
  private static final long BOUND_NANOS = MILLISECONDS.toNanos(50);

  private final LongSupplier monotonicNanos;
  private final LongSupplier wallMillis;
  private final long origin;
  // Wall time less monotonic time when last seen, and what was added for suspensions so far.
  private final AtomicLong offset;
  private final AtomicLong added = new AtomicLong();

  MachineTicker() {
    this(System::nanoTime, System::currentTimeMillis);
  }

  MachineTicker(LongSupplier monotonicNanos, LongSupplier wallMillis) {
    this.monotonicNanos = monotonicNanos;
    this.wallMillis = wallMillis;
    this.origin = monotonicNanos.getAsLong();
    this.offset = new AtomicLong(MILLISECONDS.toNanos(wallMillis.getAsLong()) - origin);
  }

  long nanos() {
    long monotonic = monotonicNanos.getAsLong();
    long now = MILLISECONDS.toNanos(wallMillis.getAsLong()) - monotonic;
    long known = offset.get();
    long ahead = now - known;
    if ((ahead > BOUND_NANOS || ahead < -BOUND_NANOS)
        && offset.compareAndSet(known, now)
        && ahead > 0) {
      added.addAndGet(ahead);
    }
    return monotonic - origin + added.get();
  }
}
