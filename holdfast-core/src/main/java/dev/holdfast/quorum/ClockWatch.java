package dev.holdfast.quorum;

import java.util.HashMap;
import java.util.Map;

/**
 * Watches the clocks of one member for steps forward, against the client's own monotonic time. Such
 * a step ends what the member has granted before its time, so that it may grant the same again; for
 * as long as a lease may last it is doubtful what its grants are worth. A step is seen if it is
 * larger than the tolerance and what the two answers took that it lies between. One backward makes
 * holds last longer, which harms nobody. Thread-safe.
 */
final class ClockWatch {
  static final String DOUBT =
      "its clock was stepped forward, and it may have granted what others still hold";

  private static final long NANOS_PER_MILLI = 1_000_000;
  private static final long NANOS_PER_MICRO = 1_000;

  /** What is no step: less than a lease is shortened by for the sake of clocks, mostly. */
  private static final long TOLERANCE_NANOS = 50 * NANOS_PER_MILLI;

  /** Clocks that are made to agree gain or lose one in two thousand, and their quartz far less. */
  private static final long DRIFT_FRACTION = 1_000;

  /** How many looks there are while a member is doubtful. */
  private static final int LOOKS_IN_DOUBT = 10;

  private final Pace pace;
  private final long doubtNanos;
  private final Guard guard = new Guard();
  private final Map<Integer, Ahead> mostByPart = new HashMap<>();
  private boolean doubtful;
  private long doubtfulUntil;

  /** How far a clock is ahead of the client's time at most, as was known at some time. */
  private record Ahead(long nanos, long at) {
    long later(long now) {
      return nanos + Math.max(0, now - at) / DRIFT_FRACTION;
    }
  }

  /**
   * Of a new client.
   *
   * @param longestLeaseMillis for how long a member is doubtful, and one in a hundred
   */
  ClockWatch(Pace pace, long longestLeaseMillis) {
    this.pace = pace;
    this.doubtNanos = (longestLeaseMillis + longestLeaseMillis / 100 + 1) * NANOS_PER_MILLI;
  }

  /** How often the clock is looked at, whatever else happens. */
  long pauseNanos() {
    return doubtNanos / LOOKS_IN_DOUBT;
  }

  /** A clock of the member, which it read after it was asked then, and has answered now. */
  void heard(int part, long clockMillis, long sentAt) {
    long now = pace.nanos();
    long least = clockMillis * NANOS_PER_MILLI - now;
    long most = (clockMillis + 1) * NANOS_PER_MILLI - sentAt;
    guard.change(
        () -> {
          Ahead before = mostByPart.get(part);
          boolean stepped = before != null && least > before.later(now) + TOLERANCE_NANOS;
          if (stepped) {
            doubtful = true;
            doubtfulUntil = now + doubtNanos;
          }
          if (before == null || stepped || most < before.later(now)) {
            mostByPart.put(part, new Ahead(most, now));
          }
        });
  }

  /** What its clock shows now at most, in microseconds since 1970; 0 if it was never heard of. */
  long clockAtMostMicros(int part) {
    long now = pace.nanos();
    return guard.look(
        () -> {
          Ahead known = mostByPart.get(part);
          return known == null ? 0 : (now + known.later(now)) / NANOS_PER_MICRO;
        });
  }

  /**
   * Whether it was surely not stepped when it granted a stamp, above which its clock cannot have
   * been: for a new grant its clock need not be asked for, then.
   *
   * @param askedAt when it was asked, or earlier
   */
  boolean isProvenBy(int part, long stampMicros, long askedAt) {
    long most = stampMicros * NANOS_PER_MICRO - askedAt;
    return guard.look(
            () -> {
              Ahead known = mostByPart.get(part);
              return known != null && most <= known.later(askedAt) + TOLERANCE_NANOS;
            })
        && !isDoubtful();
  }

  boolean isDoubtful() {
    return guard.look(() -> doubtful = doubtful && pace.nanos() - doubtfulUntil < 0);
  }
}
