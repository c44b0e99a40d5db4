package dev.holdfast.etcd;

import dev.holdfast.consensus.SessionTicker;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;

/** For how long a lease surely lives, from what members have answered. Thread-safe. */
final class LeaseDeadline {
  /*
   * The leader alone counts a lease's time, in its memory; a new leader gives every lease its whole
   * time again. So nothing ends a lease before its time has passed since a keep-alive was sent, if
   * the leader in office took it. But one that has been deposed and does not know it yet, since it
   * was paused or cut off, answers keep-alives, too, and they are worth nothing. What it cannot do is
   * to answer a write, or a read that must be current: these take a majority.
   *
   * So a keep-alive counts from the sending of a write or read that the same member had answered
   * before the keep-alive was sent: when that was answered, the member knew the leader in office.
   * Either the same leader took the keep-alive while in office, or another came into office after the
   * write or read was sent, and gave the lease its whole time then. The grant of a lease is a write,
   * and counts from its own sending.
   *
   * A tenth of the time is never counted on, as clocks run at different rates. (With leases above
   * five minutes leaders may remember how much has passed; that is why there are none.)
   */
  private static final int PARTS = 10;

  private final SessionTicker ticker;
  private final Map<Long, Long> answered = new ConcurrentHashMap<>();
  private final long wholeNanos;
  private final AtomicLong confirmed;

  /**
   * Of a lease that was granted.
   *
   * @param sentAt when that was asked for
   */
  LeaseDeadline(SessionTicker ticker, long ttlSeconds, long sentAt) {
    this.ticker = ticker;
    this.wholeNanos = TimeUnit.SECONDS.toNanos(ttlSeconds) / PARTS * (PARTS - 1);
    this.confirmed = new AtomicLong(sentAt);
  }

  long nanos() {
    return ticker.nanos();
  }

  /** A member has answered a write, or a read that must be current. */
  void answered(long member, long sentAt) {
    answered.merge(member, sentAt, (a, b) -> a - b > 0 ? a : b);
  }

  /** What members had answered until now; to be asked for before a keep-alive is sent. */
  Map<Long, Long> before() {
    return Map.copyOf(answered);
  }

  /** A member has answered a keep-alive; whether that proves anything. */
  boolean kept(long member, Map<Long, Long> before) {
    Long since = before.get(member);
    if (since == null) {
      return false;
    }
    confirmed.accumulateAndGet(since, (a, b) -> a - b > 0 ? a : b);
    return true;
  }

  long wholeMillis() {
    return TimeUnit.NANOSECONDS.toMillis(wholeNanos);
  }

  /** What to add to an instant of now, or of the past, so that the lease lives until the sum. */
  long remainingMillis(long sinceNanos) {
    long left = Math.min(confirmed.get() + wholeNanos - sinceNanos, wholeNanos);
    return Math.max(0, TimeUnit.NANOSECONDS.toMillis(left));
  }
}
