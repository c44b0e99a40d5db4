package dev.holdfast.spi;

import static java.util.concurrent.TimeUnit.MICROSECONDS;
import static java.util.concurrent.TimeUnit.MILLISECONDS;
import static java.util.concurrent.TimeUnit.SECONDS;

import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.BooleanSupplier;
import java.util.function.LongSupplier;

/**
 * The moment for which a thread looks whether what it waits for comes, before it parks or blocks.
 * To put a thread to sleep and wake it up takes longer than another thread's short section, or its
 * next request. Thread-safe.
 *
 * <p>While it looks, other threads can have the processor: it looks once, lets others run, and
 * looks again. Where programs that never pause keep all processors busy, that costs the thread
 * itself much: a thread that lets others run gets the processor back only when their time slices
 * are over, whereas a thread that is woken up gets it at once. So once many of the last turns of
 * others have cost a slice, no thread looks for a while, and for longer each time that soon happens
 * again. One slice, or one of each of many threads at the same time, is no busy machine yet.
 */
public final class AdaptiveSpin {
  private static final long LENGTH_NANOS = MICROSECONDS.toNanos(100);
  private static final long SLICE_NANOS = MILLISECONDS.toNanos(2);
  private static final long SHORTEST_REST_NANOS = MILLISECONDS.toNanos(16);
  private static final long LONGEST_REST_NANOS = SECONDS.toNanos(1);

  /** The share of the last turns that have to cost a slice for that. */
  private static final double MOST_LOST = 0.5;

  /** Of how many turns of each thread that looks the share is, roughly. */
  private static final int TURNS = 4;

  /** Of a crowd the others park: each would have to wait for the turns of all. */
  private static final int MOST_LOOKING = 64;

  /**
   * A slice that is lost before this number of rests has passed since the last one is the same
   * trouble.
   */
  private static final int SOON = 8;

  private static final AdaptiveSpin OF_THIS_PROCESS =
      new AdaptiveSpin(System::nanoTime, AdaptiveSpin::letAnyOtherRun);

  private final LongSupplier nanos;
  private final Runnable letOthersRun;
  private final AtomicInteger looking = new AtomicInteger();
  private volatile double lost;
  private volatile long restNanos = SHORTEST_REST_NANOS;
  private volatile long nextAt;

  AdaptiveSpin(LongSupplier nanos, Runnable letOthersRun) {
    this.nanos = nanos;
    this.letOthersRun = letOthersRun;
    this.nextAt = nanos.getAsLong() - SOON * SHORTEST_REST_NANOS;
  }

  /** The one of all threads here: a time slice that one thread lost counts for all. */
  public static AdaptiveSpin ofThisProcess() {
    return OF_THIS_PROCESS;
  }

  @SuppressWarnings("ThreadPriorityCheck") // only the pace depends on it, and by a measured lot
  private static void letAnyOtherRun() {
    Thread.yield();
  }

  /**
   * Returns when it is there, or when the moment is over: about a tenth of a millisecond. A virtual
   * thread, which costs little to park, and one of a crowd do not wait at all.
   *
   * @return whether it is there
   */
  public boolean lookFor(BooleanSupplier there) {
    if (there.getAsBoolean()) {
      return true;
    }
    return !VirtualThreads.isCurrent() && looking.get() < MOST_LOOKING && look(there);
  }

  private boolean look(BooleanSupplier there) {
    looking.incrementAndGet();
    try {
      return lookOn(there);
    } finally {
      looking.decrementAndGet();
    }
  }

  private boolean lookOn(BooleanSupplier there) {
    long start = nanos.getAsLong();
    long now = start;
    boolean seen = false;
    while (!seen && now - start < LENGTH_NANOS && now - nextAt >= 0) {
      now = letOthersRun(now);
      seen = there.getAsBoolean();
    }
    return seen;
  }

  private long letOthersRun(long before) {
    letOthersRun.run();
    long now = nanos.getAsLong();
    note(now - before >= SLICE_NANOS ? 1 : 0, now);
    return now;
  }

  /** What another thread notes at the same time may be lost: it is a guess in any case. */
  private void note(int lostNow, long now) {
    double before = lost;
    if (lostNow == 0 && before == 0) {
      return; // as nearly always: nothing to write for other processors to read
    }
    double share = before + (lostNow - before) / (TURNS * Math.max(1, looking.get()));
    if (share > MOST_LOST) {
      rest(now);
    }
    lost = share > MOST_LOST || share < 0.001 ? 0 : share;
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
