package dev.holdfast.internal;

import dev.holdfast.Loss;
import dev.holdfast.Loss.Kind;
import java.util.List;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * A hold and who has the use of it: a lease, or nobody while it lingers or waits for the store to
 * confirm it. Guarded by its line's lock.
 */
final class Tenancy {
  final Hold hold;
  private final Line line;
  // The terms of the present lease, or of the last one.
  private Terms terms;
  private @Nullable LeaseState lease;
  private boolean confirming;
  private long lingerUntil;

  Tenancy(Line line, Hold hold, Terms terms) {
    this.line = line;
    this.hold = hold;
    this.terms = terms;
  }

  Terms terms() {
    return terms;
  }

  @Nullable LeaseState lease() {
    return lease;
  }

  boolean isOf(LeaseState state) {
    return lease == state;
  }

  /** Whether the thread that asks now is the one that has the lease. */
  boolean isLeasedBy(Waiter waiter) {
    LeaseState present = lease;
    return present != null && present.threadId != 0 && present.threadId == waiter.threadId();
  }

  boolean isLingering() {
    return lease == null && !confirming;
  }

  /** Whether a renewal must be answered before anybody gets the hold. */
  boolean isConfirming() {
    return confirming;
  }

  void confirm(long now) {
    confirming = true;
    hold.renewNow(now);
  }

  void confirmed() {
    confirming = false;
  }

  /** Whether nobody may believe in it any more. */
  boolean isExpired(long now) {
    return !confirming && !hold.isCertain(now);
  }

  /** Whether it may be kept for the next local waiter, though there is none yet. */
  boolean mayLinger() {
    return terms.mayLinger() && !hold.othersWait();
  }

  void linger(long now) {
    lingerUntil = now + terms.lingerNanos;
    hold.keepContact(terms, now);
  }

  /** Lets a waiter have it. */
  HeldLease give(Waiter waiter, Engine engine, long now) {
    hold.serve(waiter.terms, now);
    terms = waiter.terms;
    LeaseState made =
        new LeaseState(
            line, hold, hold.nextToken(), terms, waiter.threadId(), now, engine.traceOfAcquire());
    lease = made;
    return made.newHandle(engine);
  }

  /** The lease is given back. */
  void released() {
    LeaseState present = lease;
    if (present != null) {
      present.released();
      lease = null;
    }
  }

  /** The lease, if there is one, is lost; the holder is told. */
  void lose(Kind kind, String message, @Nullable Throwable error, Effects fx) {
    LeaseState present = lease;
    lease = null;
    if (present != null) {
      Loss loss = new Loss(kind, message, error);
      List<Consumer<Loss>> callbacks = present.lost(loss);
      fx.add((engine, caller) -> engine.tellings().lost(present, loss, callbacks));
    }
  }

  /** Loses the lease because its deadline has passed. */
  void expire(Effects fx) {
    Throwable error = hold.jeopardy();
    lose(
        Kind.EXPIRED,
        error == null
            ? "its deadline passed"
            : "its deadline passed while renewals were not answered: " + error.getMessage(),
        error,
        fx);
  }

  /** Loses the lease if it must end now for its own reasons; returns whether it did. */
  boolean endsItself(long now, Effects fx) {
    LeaseState present = lease;
    if (present == null) {
      return false;
    }
    if (now >= present.maxHoldAt()) {
      lose(
          Kind.MAX_HOLD,
          "it was held for its maximum, " + Durations.text(terms.maxHold()),
          null,
          fx);
    } else if (hold.isRenewalDue(now) && present.isLeaked()) {
      lose(Kind.LEAKED, "nobody references it and nobody released it", present.acquiredAt, fx);
    }
    return lease == null;
  }

  boolean isLingerOver(long now) {
    return isLingering() && now >= lingerUntil;
  }

  /** How much longer the name must stay taken for the lease's sake. */
  long owedNanos(long now) {
    LeaseState present = lease;
    return present == null ? 0 : Math.max(0, present.grantedAt + terms.holdAtLeastNanos - now);
  }

  /** When something is due. */
  long dueAt() {
    if (confirming) {
      return hold.renewAt();
    }
    LeaseState present = lease;
    long ends = present == null ? lingerUntil : present.maxHoldAt();
    return Math.min(ends, Math.min(hold.renewAt(), hold.deadline()));
  }
}
