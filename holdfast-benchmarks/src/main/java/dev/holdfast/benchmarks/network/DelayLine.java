package dev.holdfast.benchmarks.network;

import java.util.ArrayDeque;
import java.util.Deque;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/**
 * Parcels that are on their way for a time that is the same for all, so that they leave in the
 * order in which they came, whatever connection they belong to; and for how long one can sleep
 * meanwhile. Only one thread uses it.
 */
final class DelayLine {
  /** No sleep is longer while parcels are on their way: others come meanwhile, and want a time. */
  static final long LOOK_NANOS = TimeUnit.MICROSECONDS.toNanos(50);

  /** What the system takes from everybody, now and then, is no usual lateness. */
  private static final long LATEST_NANOS = TimeUnit.MICROSECONDS.toNanos(100);

  /** One sleep of so many counts for how late the next is expected to end. */
  private static final int MEMORY = 8;

  private final long delayNanos;
  private final Deque<Parcel> parcels = new ArrayDeque<>();
  private long lateNanos;

  DelayLine(long delayNanos) {
    this.delayNanos = delayNanos;
  }

  void add(Parcel parcel) {
    parcels.add(parcel);
  }

  boolean isEmpty() {
    return parcels.isEmpty();
  }

  /**
   * The next parcel that has been on its way for long enough, or would be later by a sleep than it
   * is early now; null if there is none.
   */
  @Nullable Parcel pollDue(long now) {
    Parcel first = parcels.peek();
    return first == null || leftNanos(first, now) > lateNanos / 2 ? null : parcels.poll();
  }

  private long leftNanos(Parcel parcel, long now) {
    return parcel.cameNanos() + delayNanos - now;
  }

  /** For how long to sleep: until just before the next parcel is due, or the next look. */
  long sleepNanos(long now) {
    Parcel first = parcels.peek();
    long left = first == null ? LOOK_NANOS : leftNanos(first, now) - lateNanos;
    return Math.max(1, Math.min(LOOK_NANOS, left));
  }

  /**
   * A sleep ended so late. A system wakes a thread some tens of microseconds after its time, so the
   * next sleep is that much shorter.
   */
  void wokenLate(long nanos) {
    lateNanos += (Math.max(0, Math.min(nanos, LATEST_NANOS)) - lateNanos) / MEMORY;
  }
}
