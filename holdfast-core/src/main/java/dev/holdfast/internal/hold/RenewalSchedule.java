package dev.holdfast.internal.hold;

import static java.util.concurrent.TimeUnit.MILLISECONDS;

import dev.holdfast.internal.runtime.Timers;

/**
 * When a hold is renewed. Guarded by its name machine's lock.
 *
 * <ul>
 *   <li>After a third of the lease ({@link LockSettings#renewNanos}), or of what is certain of a
 *       session, counted from the last contact with the store; or up to a sixteenth of that sooner,
 *       so that holds that are due at about one time go together.
 *   <li>After two seconds ({@link LockSettings#CONTACT_NANOS}) if it is lent, lingers, or has no
 *       pushes.
 *   <li>After 50 ms at most, or a third of what is left, if it was handed over and is still to be
 *       claimed.
 *   <li>After a tenth of the lease, 500 ms at most ({@link LockSettings#retryNanos}), if a renewal
 *       got no answer.
 *   <li>At once ({@link #renewNow}) if the store is to be told, or asked, something.
 *   <li>Not by itself, once it is claimed, if the lock's options say {@code renew(false)}.
 * </ul>
 *
 * <p>All wait for a tick: {@code NameMachine.tick} finds what is due, and {@code RenewalBatch}
 * sends the renewals of all names together.
 */
public final class RenewalSchedule {
  private static final int EARLY_PART = 16;
  private static final long CLAIM_DELAY_NANOS = MILLISECONDS.toNanos(50);

  private long lastContact; // when the last request that was answered was sent
  private long renewAt;
  private long earlyNanos;
  private boolean renewing;
  private boolean inContact;

  RenewalSchedule(long sentAt) {
    this.lastContact = sentAt;
  }

  long lastContact() {
    return lastContact;
  }

  /** When the next renewal is due; never while one is under way. */
  long renewAt() {
    return renewing ? Timers.NEVER : renewAt;
  }

  /** Whether the hold is to be renewed now, be it a little early. */
  boolean isDue(long now) {
    return now >= renewAt() - earlyNanos;
  }

  /** Whether a renewal is under way, or will be at the next tick. */
  boolean isAskedFor(long now) {
    return renewing || renewAt - now <= 0;
  }

  boolean isInContact() {
    return inContact;
  }

  /** From the next plan on the store is asked every two seconds. */
  void keepContact() {
    inContact = true;
  }

  /** Plans the renewal that claims the lease of a hold that was handed over. */
  void planClaim(long deadline, long now) {
    earlyNanos = 0;
    renewAt = now + Math.min(CLAIM_DELAY_NANOS, Math.max(0, deadline - now) / 3);
  }

  /** Plans the next renewal, this long after the last contact with the store at the latest. */
  void plan(LockSettings settings, long longestPauseNanos) {
    earlyNanos = 0;
    if (settings.renews) {
      long pause =
          Math.min(longestPauseNanos, inContact ? LockSettings.CONTACT_NANOS : Timers.NEVER);
      earlyNanos = pause / EARLY_PART;
      renewAt = lastContact + pause;
    } else {
      renewAt = Timers.NEVER;
    }
  }

  /** Keeps to what was planned before if that was sooner. */
  void noLaterThan(long planned) {
    renewAt = Math.min(planned, renewAt);
  }

  /** When the next renewal was planned, whether one is under way or not. */
  long planned() {
    return renewAt;
  }

  void renewNow(long now) {
    renewAt = now;
  }

  /** Notes that a renewal is sent. */
  void sent() {
    renewing = true;
  }

  /** Notes that there is an answer to a renewal that was sent at this instant. */
  void answered(long sentAt) {
    renewing = false;
    if (sentAt - lastContact > 0) {
      lastContact = sentAt;
    }
  }

  /** Notes that a renewal got no answer, so that it is repeated. */
  void failed(LockSettings settings, long now) {
    renewing = false;
    renewAt = now + settings.retryNanos;
    earlyNanos = 0;
  }
}
