package dev.holdfast.internal;

import dev.holdfast.internal.Waiter.Outcome;
import java.util.ArrayDeque;
import java.util.Iterator;
import java.util.function.Predicate;
import java.util.function.ToLongFunction;
import org.jspecify.annotations.Nullable;

/** The local waiters of a line, first come, first served. Guarded by its line's lock. */
final class WaitingRoom {
  private final ArrayDeque<Waiter> waiters = new ArrayDeque<>(2);
  // A lower bound of the waiters' deadlines, so that asking for the next one costs nothing.
  private long nextDeadline = Terms.NEVER;

  boolean isEmpty() {
    return waiters.isEmpty();
  }

  void add(Waiter waiter) {
    waiters.add(waiter);
    nextDeadline = Math.min(nextDeadline, waiter.deadline);
  }

  @Nullable Waiter first() {
    return waiters.peekFirst();
  }

  Waiter takeFirst() {
    return waiters.removeFirst();
  }

  boolean remove(Waiter waiter) {
    return waiters.remove(waiter);
  }

  /** When a waiter's own deadline may have passed. */
  long nextDeadline() {
    return nextDeadline;
  }

  /** Lets go of the waiters whose deadline has passed. */
  void expire(long now, Outcome outcome, Effects fx) {
    if (now < nextDeadline) {
      return;
    }
    dismiss(waiter -> now >= waiter.deadline, outcome, fx);
    nextDeadline = Terms.NEVER;
    for (Waiter waiter : waiters) {
      nextDeadline = Math.min(nextDeadline, waiter.deadline);
    }
  }

  /** The least of an instant of each untimed waiter. */
  long earliest(ToLongFunction<Waiter> instant) {
    long least = Terms.NEVER;
    for (Waiter waiter : waiters) {
      if (!waiter.isTimed()) {
        least = Math.min(least, instant.applyAsLong(waiter));
      }
    }
    return least;
  }

  /** Lets go of all waiters of a sort with an outcome. */
  void dismiss(Predicate<Waiter> which, Outcome outcome, Effects fx) {
    for (Iterator<Waiter> all = waiters.iterator(); all.hasNext(); ) {
      Waiter waiter = all.next();
      if (which.test(waiter)) {
        all.remove();
        settle(waiter, outcome, fx);
      }
    }
  }

  /** Decides a waiter that is not, or no longer, in the room. */
  static void settle(Waiter waiter, Outcome outcome, Effects fx) {
    waiter.decide(outcome);
    fx.add((engine, caller) -> waiter.signal(engine));
  }
}
