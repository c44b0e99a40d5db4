package dev.holdfast.internal.hold;

/**
 * Whether a client may go on lending a hold to its own waiters, as far as waiters elsewhere are
 * concerned. Guarded by its name machine's lock.
 *
 * <p>It is one of the conditions of a lend, which come together in {@code HoldUse.mayServe}, in the
 * loop of {@code AcquireFlow.passOn}:
 *
 * <ol>
 *   <li>the lease fits the hold's kind, the hold's id allows it as long as it may last, and the
 *       hold is not used otherwise ({@code HoldUse.admits})
 *   <li>as many replicas have acknowledged it as the borrower asks for
 *   <li>it has a token left, and enough certain time for the borrower: a third of its lease (or of
 *       what was certain of the session with which the hold ends, if that is less), or a fifth of
 *       the claim window if the hold is still to be claimed ({@code Hold.mayServe})
 *   <li>its end does not depend on the lease that it had ({@code Hold.endWithItsLease}: one that
 *       gave out a sequencer, or has given back some of its permits)
 *   <li>the end of the borrower's lease does not depend on itself alone ({@link
 *       LockSettings#lendable}), and the budget is not used up: here
 * </ol>
 *
 * <p>What comes before and after:
 *
 * <ul>
 *   <li>The loop looks at the first waiter of the {@code WaitQueue} alone. One that may not be
 *       served keeps those behind it waiting, so that none overtakes.
 *   <li>It is run at a grant, a release ({@code NameMachine.release}), the answer to a renewal or
 *       an upgrade, a downgrade, and when a waiter comes while the hold lingers or can be shared,
 *       or another client while it lingers. A release does not come to it if the lease is over, or
 *       owes {@code holdAtLeast}: then the hold ends.
 *   <li>The first lease of a grant is no lend: of these conditions only the first two are asked,
 *       and that it wants no longer lock delay than was asked for. A reader that joins others is
 *       one.
 *   <li>{@code HoldUse.give} makes the borrower's lease: a token of its own, the deadline that the
 *       hold has. {@code HoldfastListener.How} and {@code ClientStatistics.lent} tell of it.
 *   <li>If no waiter may be served, the hold lingers, waits for a new stamp, or is released; then
 *       this client's waiters queue in the store again.
 * </ul>
 *
 * <p>Lends go on while no other client waits, also while renewals get no answer, as long as enough
 * time is certain. The first word of another client starts a budget of lends and time ({@link
 * dev.holdfast.LockOptions#lendingBudget}), at the end of which the name is given back (rule W6).
 * Between clients nothing else bounds fairness: the store's queue is first come, first served (W3),
 * and a run of readers ends at the first writer (S3). The budget's numbers, 32 lends and 10 ms, are
 * the defaults in {@code LockOptions.Values}; the two seconds are {@link
 * LockSettings#CONTACT_NANOS}. Both stand in the bounds of {@code SPEC}, in decision 8 and on the
 * page {@code concepts/queue} with its translation; the budget in {@code reference/options}, {@code
 * performance}, {@code LockOptionsTest} and {@code LockSettingsTest}; the two seconds in {@code
 * RenewalScheduleTest} and on the pages {@code sql}, {@code concepts/lease}, {@code
 * stores/databases} and {@code outage}. The simulation allows {@code Checks.LONGEST_LENDING}, with
 * {@code PlanMaker}'s longest budget in it; the model has its own numbers in {@code
 * spec/Lending.cfg}. The word comes in two ways:
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
 * {@code LendingTest}, on every store {@code ClientSectionRules} and {@code ClientWaitingRules};
 * the bound of W6 is checked by {@code spec/Lending.tla}, and the whole engine by the simulation
 * ({@code ./holdfast sim}).
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
