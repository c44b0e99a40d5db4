package dev.holdfast.quorum;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * Watches the clocks of one member for steps forward, against the client's own monotonic time. Such
 * a step ends what the member has granted before its time, so that it may grant the same again; for
 * as long as a lease may last it is doubtful what its grants are worth. A step is seen if it is
 * larger than the tolerance and what the two answers took that it lies between. A step backward
 * makes holds last longer, which does no harm. Thread-safe.
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
  private final Steps steps;
  private final int member;
  private final Map<Integer, Ahead> aheadByPart = new HashMap<>();
  private final List<Doubt> doubts = new ArrayList<>();

  /**
   * How far a clock is ahead of the client's time, as was known at some time.
   *
   * @param most at most
   * @param least at least
   * @param sureUntil until when it is known not to have stepped since
   * @param risenAt when it was last seen to step forward, or first asked for
   */
  private record Ahead(long most, long least, long at, long sureUntil, long risenAt) {
    long later(long now) {
      return most + drift(now);
    }

    long leastLater(long now) {
      return least - drift(now);
    }

    private long drift(long now) {
      return Math.max(0, now - at) / DRIFT_FRACTION;
    }

    Ahead goesOn(long then) {
      return new Ahead(most, least, at, sureUntil - then > 0 ? sureUntil : then, risenAt);
    }

    /** Whether an answer to what was asked then may be of before the step that was seen last. */
    boolean mayPrecedeRise(long sentAt) {
      return risenAt - sentAt > 0;
    }
  }

  private record Doubt(Steps.Step step, long until) {}

  /**
   * Of a new client.
   *
   * @param longestLeaseMillis for how long a member is doubtful, and one in a hundred
   */
  ClockWatch(Pace pace, long longestLeaseMillis, Steps steps) {
    this.pace = pace;
    this.doubtNanos = doubtNanos(longestLeaseMillis);
    this.steps = steps;
    this.member = steps.nextMember();
  }

  private static long doubtNanos(long longestLeaseMillis) {
    return (longestLeaseMillis + longestLeaseMillis / 100 + 1) * NANOS_PER_MILLI;
  }

  /** The steps of this number of members, each of which is watched. */
  static Steps steps(int members, long longestLeaseMillis) {
    return new Steps(members, 2 * doubtNanos(longestLeaseMillis) / LOOKS_IN_DOUBT);
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
          Ahead before = aheadByPart.get(part);
          boolean stepped = before != null && least > before.later(now) + TOLERANCE_NANOS;
          boolean lower =
              before != null && most < before.later(now) && !before.mayPrecedeRise(sentAt);
          if (before == null || stepped) {
            long knownAt = stepped ? now : sentAt;
            aheadByPart.put(part, new Ahead(most, least, now, knownAt, knownAt));
          } else if (lower) {
            aheadByPart.put(part, new Ahead(most, least, now, sentAt, before.risenAt));
          } else {
            aheadByPart.put(part, before.goesOn(sentAt));
          }
          Steps.Step step =
              before == null || !stepped
                  ? null
                  : new Steps.Step(
                      member,
                      least - before.later(now),
                      most - before.leastLater(now),
                      before.sureUntil,
                      now);
          if (step != null) {
            doubts.add(new Doubt(step, now + doubtNanos));
          }
          steps.heard(member, sentAt, step);
        });
  }

  /** What its clock shows now at most, in microseconds since 1970; 0 if it was never heard of. */
  long clockAtMostMicros(int part) {
    long now = pace.nanos();
    return guard.look(
        () -> {
          Ahead known = aheadByPart.get(part);
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
              Ahead known = aheadByPart.get(part);
              return known != null && most <= known.later(askedAt) + TOLERANCE_NANOS;
            })
        && !isDoubtful();
  }

  /** Whether it was stepped lately, and not all members alike. */
  boolean isDoubtful() {
    long now = pace.nanos();
    return guard.look(
        () -> {
          doubts.removeIf(doubt -> now - doubt.until() >= 0 || steps.isClients(doubt.step(), now));
          return !doubts.isEmpty();
        });
  }
}
