package dev.holdfast.spi;

import static java.util.concurrent.TimeUnit.MILLISECONDS;

import java.util.Objects;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.LongSupplier;

/**
 * Monotonic time in which a suspended machine's time counts as passed (rule T3).
 *
 * <p>The monotonic clock stops while a machine is suspended and the wall clock does not. So when
 * wall time has run ahead of monotonic time by more than 5 ms, the difference is added. That is
 * less than the margin of any lease, so no suspension is missed that matters. A wall clock that is
 * set forward has the same effect: leases end early, which is safe. One that is set back has none.
 *
 * <p>Whatever a store reckons with to say for how long a hold is certain is of such a clock.
 * Instants of two clocks cannot be compared. Thread-safe.
 */
public final class SuspendAwareClock {
  private static final long AHEAD_NANOS = MILLISECONDS.toNanos(5);

  /**
   * By how much wall time may fall back before it counts as set back. Coarse wall clocks, which go
   * on by up to 16 ms at a time, fall back and catch up again and again: nothing is added for that.
   */
  private static final long BACK_NANOS = MILLISECONDS.toNanos(20);

  private final LongSupplier monotonicNanos;
  private final LongSupplier wallMillis;
  private final long origin;
  private final AtomicReference<Sight> sight;

  /**
   * What the clocks showed when wall time was last seen to be farther ahead, or to be set back.
   *
   * @param offset wall time less monotonic time
   * @param added what was added for suspensions until then
   */
  private record Sight(long offset, long added) {}

  /** Begins now, with the machine's clocks. */
  public SuspendAwareClock() {
    this(System::nanoTime, System::currentTimeMillis);
  }

  /**
   * Begins now, with other clocks, for tests.
   *
   * @param monotonicNanos stops while the machine is suspended
   * @param wallMillis does not
   */
  public SuspendAwareClock(LongSupplier monotonicNanos, LongSupplier wallMillis) {
    this.monotonicNanos = monotonicNanos;
    this.wallMillis = wallMillis;
    this.origin = monotonicNanos.getAsLong();
    long offset = MILLISECONDS.toNanos(wallMillis.getAsLong()) - origin;
    this.sight = new AtomicReference<>(new Sight(offset, 0));
  }

  /** Nanoseconds since it began. */
  public long nanos() {
    while (true) {
      Sight known = Objects.requireNonNull(sight.get());
      long monotonic = monotonicNanos.getAsLong();
      long offset = MILLISECONDS.toNanos(wallMillis.getAsLong()) - monotonic;
      long ahead = offset - known.offset;
      if (ahead <= AHEAD_NANOS && ahead >= -BACK_NANOS) {
        return monotonic - origin + known.added;
      }
      // A thread that was held up between the two clocks has seen nothing and looks again. Both
      // numbers change together: no thread may read a time that misses a suspension which another
      // thread has seen already.
      if (monotonicNanos.getAsLong() - monotonic < AHEAD_NANOS / 2) {
        sight.compareAndSet(known, new Sight(offset, known.added + Math.max(0, ahead)));
      }
    }
  }
}
