package dev.holdfast.redis.jedis;

import static java.util.concurrent.TimeUnit.MICROSECONDS;

import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.LongSupplier;

/**
 * How many round trips of a process are under way at once: as many as client and server can work
 * through in the time of one. Thread-safe.
 */
final class Lanes {
  /*
   * A call takes some 30 us of a processor: the client's to send it and to be woken by the answer,
   * and the server's, which has one thread for scripts. If a round trip takes no longer than that
   * work for eight calls, more than eight round trips at once only wait for processors, each as a
   * message of its own. If it takes longer, the time is the network's, and a call that waited for
   * another's round trip would take twice as long without need.
   *
   * Where more calls than that are made at once, some wait in any case. Then few round trips with
   * many calls each cost client and server less than eight with one or two calls each.
   */
  private static final long WORK_NANOS = MICROSECONDS.toNanos(30);

  /** This number of calls at once have a round trip each, however near the server is. */
  static final int FEWEST = 8;

  /** The least for a crowd, which is more calls at once than those: one on its way, one next. */
  private static final int FEWEST_OF_A_CROWD = 2;

  /** The quickest round trip counts less and less, as the network may have become slower. */
  private static final int FADING_SHIFT = 10;

  private final int fewest;
  private final int most;
  private final LongSupplier nanos;
  private final AtomicInteger taken = new AtomicInteger();
  private volatile long timesFreed;
  private volatile long quickestNanos = Long.MAX_VALUE / 2;

  /**
   * All are free.
   *
   * @param fewest how many calls at once have one each, however near the server is
   * @param most how many connections there are
   */
  Lanes(int fewest, int most, LongSupplier nanos) {
    this.fewest = fewest;
    this.most = most;
    this.nanos = nanos;
  }

  /**
   * Takes a lane if one is free, to be given back by {@link #free}.
   *
   * @param calls how many calls are being made, with this one
   */
  boolean take(int calls) {
    int count = count(calls);
    int now = taken.get();
    while (now < count) {
      if (taken.compareAndSet(now, now + 1)) {
        return true;
      }
      now = taken.get();
    }
    return false;
  }

  /** Whether {@link #take} would find one. */
  boolean isOneFree(int calls) {
    return taken.get() < count(calls);
  }

  /**
   * Whether a call that waits is likely to be answered soon: the server is near, and the call is
   * one of a crowd, so that another thread has it in its next batch.
   *
   * @param calls how many calls are being made
   */
  boolean isCrowdNear(int calls) {
    return calls > fewest && quickestNanos / WORK_NANOS <= FEWEST_OF_A_CROWD;
  }

  void free() {
    taken.decrementAndGet();
    noteFreed();
  }

  /** What two threads count at the same time may be counted once: it only has to change. */
  @SuppressWarnings("NonAtomicVolatileUpdate")
  private void noteFreed() {
    timesFreed++;
  }

  /** Changes whenever a lane is freed. */
  long timesFreed() {
    return timesFreed;
  }

  long now() {
    return nanos.getAsLong();
  }

  /** A single call was answered that was sent at this time. */
  void answered(long sentAt) {
    long took = nanos.getAsLong() - sentAt;
    long quickest = quickestNanos;
    quickestNanos = took < quickest ? took : quickest + (quickest >> FADING_SHIFT);
  }

  private int count(int calls) {
    int least = calls > fewest ? Math.min(fewest, FEWEST_OF_A_CROWD) : fewest;
    return (int) Math.min(most, Math.max(least, quickestNanos / WORK_NANOS));
  }
}
