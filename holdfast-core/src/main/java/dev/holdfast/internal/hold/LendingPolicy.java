package dev.holdfast.internal.hold;

/**
 * Whether a client may go on lending a hold to its own waiters, as far as waiters elsewhere are
 * concerned. Guarded by its name machine's lock.
 *
 * <p>It is one of the conditions of a lend, which come together in {@code HoldUse.mayServe}, in the
 * loop of {@code AcquireFlow.passOn}:
 *
 * <ol>
 *   <li>the lease fits the hold's kind, and the hold is not used otherwise ({@code HoldUse.admits})
 *   <li>as many replicas have acknowledged it as the borrower asks for
 *   <li>it has a token left, and enough certain time for the borrower ({@code Hold.mayServe})
 *   <li>its end does not depend on the lease that it had
 *   <li>the end of the borrower's lease does not depend on itself alone ({@link
 *       LockSettings#lendable}), and the budget is not used up: here
 * </ol>
 *
 * <p>Lends go on while no other client waits, also while renewals get no answer, as long as enough
 * time is certain. The first word of another client starts a budget of lends and time ({@link
 * dev.holdfast.LockOptions#lendingBudget}), at the end of which the name is given back (rule W6).
 * The word comes in two ways:
 *
 * <ul>
 *   <li>As a push: {@code Engine.recalled}, {@code PendingRecalls}, {@code
 *       NameMachine.takeInRecalls} (at the next lend, if the machine is busy), {@link
 *       Hold#recalled}.
 *   <li>With the answer to a renewal: {@link Hold#renewed}. From its first lend on, a hold is
 *       renewed every two seconds ({@link Hold#serve}, {@link RenewalSchedule#keepContact}). So if
 *       the push is lost while the first lease is held, which is renewed after a third of its time,
 *       the other client may have waited that long when the first lend comes. Then a renewal is due
 *       at once, and lends go on until it is answered.
 * </ul>
 *
 * <p>Tests: {@code LendingPolicyTest}, {@code RecallTest}, {@code HoldUseTest}; of a whole client
 * {@code LendingTest}; the bound of W6 is checked by {@code spec/Lending.tla}.
 */
public final class LendingPolicy {
  private boolean othersWait;
  private long waitersKnownAt;
  private long budgetEndsAt;
  private int budgetLends;

  /** As no push has said anything since this instant, at which the hold was asked for. */
  LendingPolicy(long sentAt) {
    this.waitersKnownAt = sentAt - 1;
  }

  /** Whether the hold may be lent to a waiter with these settings. */
  boolean mayLend(LockSettings borrower, long now) {
    return borrower.lendable() && (!othersWait || (budgetLends > 0 && now < budgetEndsAt));
  }

  boolean othersWait() {
    return othersWait;
  }

  /** Notes that it is lent once more. */
  void lent() {
    budgetLends--;
  }

  /** Takes in a push that says that another client waits: the store will not say so again. */
  void recalled(LockSettings settings, long now) {
    waitersKnownAt = now;
    note(true, settings, now);
  }

  /** Takes in what an answer says of waiters, to a request that was sent at this instant. */
  void answered(boolean waiting, long sentAt, LockSettings settings, long now) {
    // What was asked before may have been answered before the other client came.
    boolean newer = sentAt - waitersKnownAt > 0;
    if (waiting && newer) {
      waitersKnownAt = sentAt;
    }
    if (waiting || newer) {
      note(waiting, settings, now);
    }
  }

  private void note(boolean waiting, LockSettings settings, long now) {
    if (waiting && !othersWait) {
      budgetEndsAt = now + settings.lendingNanos;
      budgetLends = settings.options.lends();
    }
    othersWait = waiting;
  }
}
