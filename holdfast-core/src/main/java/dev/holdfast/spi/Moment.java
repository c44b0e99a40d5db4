package dev.holdfast.spi;

import static java.util.concurrent.TimeUnit.MICROSECONDS;
import static java.util.concurrent.TimeUnit.MILLISECONDS;
import static java.util.concurrent.TimeUnit.SECONDS;

import java.util.function.BooleanSupplier;
import java.util.function.LongSupplier;

/**
 * The moment for which a thread looks whether what it waits for comes, before it parks or blocks.
 * To put a thread to sleep and wake it up takes longer than the answer of a store that is near, or
 * than another thread's short section. Thread-safe.
 *
 * <p>While it looks, whoever has something to do has the processor: it looks once, lets others run,
 * and looks again. Where programs that never pause keep all processors busy, that is bad manners
 * towards oneself: who lets others run gets the processor back when their time slices are over,
 * where who is woken up gets it at once. So a look that cost a slice is the last for a while, and
 * for longer each time that soon costs one again: what happens once is no busy machine yet.
 */
public final class Moment {
  private static final long LENGTH_NANOS = MICROSECONDS.toNanos(100);
  private static final long SLICE_NANOS = MILLISECONDS.toNanos(2);
  private static final long SHORTEST_REST_NANOS = MILLISECONDS.toNanos(16);
  private static final long LONGEST_REST_NANOS = SECONDS.toNanos(1);

  /** What costs a slice within so many rests after the last rest is the same trouble. */
  private static final int SOON = 8;

  private static final Moment OF_THIS_PROCESS =
      new Moment(System::nanoTime, Moment::letAnyOtherRun);

  private final LongSupplier nanos;
  private final Runnable letOthersRun;
  private volatile long restNanos = SHORTEST_REST_NANOS;
  private volatile long nextAt;

  Moment(LongSupplier nanos, Runnable letOthersRun) {
    this.nanos = nanos;
    this.letOthersRun = letOthersRun;
    this.nextAt = nanos.getAsLong() - SOON * SHORTEST_REST_NANOS;
  }

  /** The one of all threads here: who lost a time slice speaks for all. */
  public static Moment ofThisProcess() {
    return OF_THIS_PROCESS;
  }

  @SuppressWarnings("ThreadPriorityCheck") // only the pace depends on it, and by a measured lot
  private static void letAnyOtherRun() {
    Thread.yield();
  }

  /**
   * Returns when it is there, or when the moment is over: about a tenth of a millisecond.
   *
   * @return whether it is there
   */
  public boolean lookFor(BooleanSupplier there) {
    long start = nanos.getAsLong();
    long now = start;
    boolean seen = there.getAsBoolean();
    while (!seen && now - start < LENGTH_NANOS && now - nextAt >= 0) {
      letOthersRun.run();
      long before = now;
      now = nanos.getAsLong();
      if (now - before >= SLICE_NANOS) {
        rest(now);
      }
      seen = there.getAsBoolean();
    }
    return seen;
  }

  /** Two threads at once may each have lost a slice, and the rest is doubled twice: no harm. */
  private void rest(long now) {
    long last = restNanos;
    boolean soon = now - nextAt < SOON * last;
    long next = soon ? Math.min(2 * last, LONGEST_REST_NANOS) : SHORTEST_REST_NANOS;
    restNanos = next;
    nextAt = now + next;
  }
}
