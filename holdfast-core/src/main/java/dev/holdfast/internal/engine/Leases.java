package dev.holdfast.internal.engine;

import dev.holdfast.internal.hold.LockSettings;
import dev.holdfast.internal.runtime.Timers;
import java.util.function.Consumer;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/**
 * The leases that have the use of one hold, in the order in which they were given: one, or the
 * readers of a client that share its hold. A list through the leases themselves, so that a hold of
 * one lease, as most are, costs nothing more. Guarded by its name machine's lock.
 */
public final class Leases {
  private @Nullable LeaseState first;
  private @Nullable LeaseState last;
  // A lower bound of when one of them has been held for as long as it may.
  private long endsAt = Timers.NEVER;

  boolean isEmpty() {
    return first == null;
  }

  void add(LeaseState lease) {
    LeaseState before = last;
    lease.before = before;
    last = lease;
    if (before == null) {
      first = lease;
    } else {
      before.after = lease;
    }
    endsAt = Math.min(endsAt, lease.maxHoldAt());
  }

  void remove(LeaseState lease) {
    LeaseState before = lease.before;
    LeaseState after = lease.after;
    if (before == null) {
      first = after;
    } else {
      before.after = after;
    }
    if (after == null) {
      last = before;
    } else {
      after.before = before;
    }
    lease.before = null;
    lease.after = null;
    if (first == null) {
      endsAt = Timers.NEVER;
    }
  }

  /** When the first of them may have been held for as long as it may. */
  long endsAt() {
    return endsAt;
  }

  /** Works out anew when the first of them will have been held for as long as it may. */
  void planEnd() {
    long least = Timers.NEVER;
    for (LeaseState lease = first; lease != null; lease = lease.after) {
      least = Math.min(least, lease.maxHoldAt());
    }
    endsAt = least;
  }

  /** How much longer one of them must keep the name taken. */
  long owedNanos(long now) {
    long most = 0;
    for (LeaseState lease = first; lease != null; lease = lease.after) {
      most = Math.max(most, lease.owesUntil() - now);
    }
    return most;
  }

  /** The settings of the one with the longest lease time, or these if theirs is longer. */
  LockSettings longest(LockSettings settings) {
    LockSettings longest = settings;
    for (LeaseState lease = first; lease != null; lease = lease.after) {
      if (lease.settings.leaseNanos > longest.leaseNanos) {
        longest = lease.settings;
      }
    }
    return longest;
  }

  /** Whether this is the only lease on the hold. */
  boolean isAlone(LeaseState lease) {
    return first == lease && last == lease;
  }

  /** How many permits a thread has by them. */
  int permitsOf(long threadId) {
    int permits = 0;
    for (LeaseState lease = first; lease != null; lease = lease.after) {
      permits += lease.threadId == threadId ? lease.permits() : 0;
    }
    return permits;
  }

  boolean any(Predicate<LeaseState> which) {
    for (LeaseState lease = first; lease != null; lease = lease.after) {
      if (which.test(lease)) {
        return true;
      }
    }
    return false;
  }

  /** Each of them; what is done to one may remove it. */
  void forEach(Consumer<LeaseState> action) {
    LeaseState lease = first;
    while (lease != null) {
      LeaseState after = lease.after;
      action.accept(lease);
      lease = after;
    }
  }
}
