package dev.holdfast.internal.engine;

import dev.holdfast.StoreException;
import dev.holdfast.internal.engine.Waiter.Outcome;
import dev.holdfast.internal.runtime.Timers;
import java.util.Objects;
import java.util.function.Predicate;
import java.util.function.ToLongFunction;
import org.jspecify.annotations.Nullable;

/**
 * The local waiters of a {@link NameMachine}, first come, first served: a list through the waiters
 * themselves, so that a name that has none, as most that are held, costs nothing more. Guarded by
 * its lock.
 *
 * <ol>
 *   <li>{@link #add}: a waiter joins at the end, with a ticket.
 *   <li>{@link #takeFirst}: the first waiter leaves: with a lease, or refused if it only tries.
 *   <li>{@link #refuseTries}: the name is taken, so waiters that only try leave without a lease.
 *   <li>{@link #troubled}: the store does not answer. Tries fail at once; others wait on, unless
 *       asking again cannot help.
 *   <li>{@link #dismissLate}: a waiter leaves at its deadline, or an untimed one when its patience
 *       with a silent store is over.
 *   <li>{@link #remove}: a waiter is cancelled.
 * </ol>
 */
public final class WaitQueue {
  private @Nullable Waiter first;
  private @Nullable Waiter last;
  private int size;
  private int tries; // how many of them only try, so that to look for some costs nothing
  private long lastTicket;
  // A lower bound of the waiters' deadlines, so that asking for the next one costs nothing.
  private long nextDeadline = Timers.NEVER;
  private @Nullable Outage outage;
  private @Nullable StoreException refusal; // of the latest asking, if it had no other answer

  boolean isEmpty() {
    return first == null;
  }

  int size() {
    return size;
  }

  void add(Waiter waiter) {
    if (last == null) {
      first = waiter;
    } else {
      last.after = waiter;
    }
    last = waiter;
    size++;
    waiter.ticket = ++lastTicket;
    tries += waiter.waits ? 0 : 1;
    nextDeadline = Math.min(nextDeadline, waiter.deadline);
  }

  @Nullable Waiter first() {
    return first;
  }

  Waiter takeFirst() {
    Waiter taken = Objects.requireNonNull(first);
    unlink(null, taken);
    return taken;
  }

  boolean remove(Waiter waiter) {
    Waiter before = null;
    for (Waiter each = first; each != null; each = each.after) {
      if (each == waiter) {
        unlink(before, waiter);
        return true;
      }
      before = each;
    }
    return false;
  }

  private void unlink(@Nullable Waiter before, Waiter waiter) {
    Waiter after = waiter.after;
    if (before == null) {
      first = after;
    } else {
      before.after = after;
    }
    if (after == null) {
      last = before;
    }
    waiter.after = null;
    size--;
    tries -= waiter.waits ? 0 : 1;
  }

  /** The ticket of the last waiter that came, whether it is still here or not. */
  long lastTicket() {
    return lastTicket;
  }

  /** The name is taken, as the store has said or as this client knows: no try waits for that. */
  void refuseTries(@Nullable String holder, Effects fx) {
    if (tries > 0) {
      dismiss(waiter -> !waiter.waits, new Outcome.NotGranted(holder), fx);
    }
  }

  /** The store has refused this attempt: so it has all tries that were here when it was asked. */
  void refuseTries(Attempt refused, @Nullable String holder, Effects fx) {
    if (tries > 0) {
      dismiss(refused::speaksFor, new Outcome.NotGranted(holder), fx);
    }
  }

  // ---- the store's silence ----

  /** The store has answered. */
  void answered() {
    outage = null;
    refusal = null;
  }

  /**
   * The store has answered how an attempt ends. That takes nothing back of what it said when it was
   * asked: waiters that remain are told of it, unless asking again has had an answer by then.
   */
  void answeredEnd() {
    outage = null;
    refusal = isEmpty() ? null : refusal;
  }

  /** The store was never reached: waiters that leave are told so, and patience began with them. */
  void unreached(StoreException error) {
    outage = new Outage(0, error);
  }

  /** Asking failed. */
  void refused(StoreException error) {
    refusal = error;
  }

  /** What the store's last silence or refusal was, if it has not answered since. */
  @Nullable StoreException outage() {
    return outage == null ? null : outage.error();
  }

  /** Why the store does not serve those that wait, as it said last; null if it does. */
  @Nullable StoreException trouble() {
    Outage present = outage;
    return present == null ? refusal : present.error();
  }

  /** The store did not answer: tries fail, others wait on, unless waiting cannot help. */
  void troubled(StoreException error, long now, Effects fx) {
    outage = new Outage(outage == null ? now : outage.since(), error);
    dismiss(waiter -> !waiter.waits || !error.isTransient(), new Outcome.Failed(error), fx);
  }

  /** The store did not answer something else: tries fail. */
  void failTries(StoreException error, Effects fx) {
    dismiss(waiter -> !waiter.waits, new Outcome.Failed(error), fx);
  }

  // ---- time ----

  /** When a waiter's own deadline may have passed, or its patience with a silent store. */
  long dueAt() {
    Outage present = outage;
    return present == null ? nextDeadline : Math.min(nextDeadline, earliest(present::patienceEnds));
  }

  /**
   * Lets go of waiters whose deadline or patience is over.
   *
   * @param holder the holder that the store named last
   */
  void dismissLate(long now, @Nullable String holder, Effects fx) {
    Outage present = outage;
    StoreException why = trouble();
    expire(now, why == null ? new Outcome.NotGranted(holder) : new Outcome.Failed(why), fx);
    if (present != null) {
      dismiss(
          waiter -> !waiter.isTimed() && now >= present.patienceEnds(waiter),
          new Outcome.Failed(present.error()),
          fx);
    }
  }

  private void expire(long now, Outcome outcome, Effects fx) {
    if (now < nextDeadline) {
      return;
    }
    dismiss(waiter -> now >= waiter.deadline, outcome, fx);
    nextDeadline = Timers.NEVER;
    for (Waiter waiter = first; waiter != null; waiter = waiter.after) {
      nextDeadline = Math.min(nextDeadline, waiter.deadline);
    }
  }

  /** The least of an instant of each untimed waiter. */
  private long earliest(ToLongFunction<Waiter> instant) {
    long least = Timers.NEVER;
    for (Waiter waiter = first; waiter != null; waiter = waiter.after) {
      if (!waiter.isTimed()) {
        least = Math.min(least, instant.applyAsLong(waiter));
      }
    }
    return least;
  }

  /** Lets go of all waiters of a sort with an outcome. */
  void dismiss(Predicate<Waiter> which, Outcome outcome, Effects fx) {
    Waiter before = null;
    Waiter waiter = first;
    while (waiter != null) {
      Waiter after = waiter.after;
      if (which.test(waiter)) {
        unlink(before, waiter);
        settle(waiter, outcome, fx);
      } else {
        before = waiter;
      }
      waiter = after;
    }
  }

  /** Decides a mere try that is not, or no longer, in the queue: the name is taken. */
  static void refuse(Waiter waiter, @Nullable String holder, Effects fx) {
    settle(waiter, new Outcome.NotGranted(holder), fx);
  }

  /** Why a thread does not wait for what it has itself; made on that thread. */
  static IllegalStateException selfWait(String name) {
    return new IllegalStateException(
        "asked to wait for '"
            + name
            + "', but this thread has the lease that it would wait for; nothing was asked of the"
            + " store. Release that lease first, use asLock(), which is reentrant, or leave"
            + " failOnSelfWait off");
  }

  /** Decides a waiter that is not, or no longer, in the queue. */
  static void settle(Waiter waiter, Outcome outcome, Effects fx) {
    waiter.decide(outcome);
    fx.add(caller -> waiter.signal());
  }
}
