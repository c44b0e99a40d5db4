package dev.holdfast.internal.engine;

import static java.util.concurrent.TimeUnit.MILLISECONDS;

import dev.holdfast.Loss;
import dev.holdfast.StoreException;
import dev.holdfast.internal.engine.NameRequests.Acknowledging;
import dev.holdfast.internal.engine.NameRequests.Ask;
import dev.holdfast.internal.engine.NameRequests.Ending;
import dev.holdfast.internal.engine.Waiter.Outcome;
import dev.holdfast.internal.hold.Hold;
import dev.holdfast.internal.hold.LossReason;
import dev.holdfast.internal.runtime.Timers;
import dev.holdfast.internal.text.PermitCounts;
import dev.holdfast.spi.Standing;
import dev.holdfast.spi.StoreCapabilities.HoldKind;
import java.util.Objects;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * What a {@link NameMachine} has under way in the store for its waiters: nothing, or one attempt
 * and its hold. The name machine brings the events; these are the transitions, under its lock.
 *
 * <ol>
 *   <li>{@link #start}: an attempt is made, and the store is asked for it.
 *   <li>{@link #hold}, {@link #queued}, {@link #absent}: the store grants it, queues it, or refuses
 *       it. If there is no answer ({@link #unknown}), the attempt is ended first.
 *   <li>{@link #passOn}: as many waiters as the hold admits get it: at the grant, and again when a
 *       lease is given back (lending). Without a waiter it lingers or ends.
 *   <li>{@link #expire}, {@link #gone}: the hold is lost, and its leases with it.
 *   <li>{@link #end}: a release is sent, and repeated until the store has confirmed it ({@link
 *       #ended}); then the next attempt starts.
 * </ol>
 */
public final class AcquireFlow {
  private final WaitQueue waiters; // whom it serves
  private WaitQueue outageWaiters; // that are to know whether the store answers
  private final LeaseServices machine;
  private final Taken taken;
  private final EngineServices engine;
  private AcquirePhase phase = AcquirePhase.IDLE;
  private @Nullable Attempt attempt; // in every phase but IDLE
  private @Nullable HoldUse holdUse; // in HELD
  private @Nullable LeaseState lastLease; // that was given back
  private @Nullable String holder; // as the store last said
  private @Nullable Consumer<Attempt> whenOver; // of a detached one

  AcquireFlow(LeaseServices machine, WaitQueue waiters, Taken taken, EngineServices engine) {
    this.machine = machine;
    this.waiters = waiters;
    this.outageWaiters = waiters;
    this.taken = taken;
    this.engine = engine;
  }

  // ---- facts ----

  boolean isIn(AcquirePhase asked) {
    return phase == asked;
  }

  /** Whether this attempt stands in this phase; what is said of any other is out of date. */
  boolean isIn(AcquirePhase asked, Attempt of) {
    return phase == asked && attempt == of;
  }

  /** Whether an attempt of this id waits, or may wait by now. */
  boolean isWaiting(String id) {
    return (phase == AcquirePhase.ASKING || phase == AcquirePhase.QUEUED)
        && attempt().id.equals(id);
  }

  /** The present hold and its use, in HELD. */
  @Nullable HoldUse holdUse() {
    return holdUse;
  }

  /** The present hold if it belongs to the attempt of this id. */
  @Nullable HoldUse holdUseOf(String id) {
    return holdUse != null && holdUse.hold.attemptId.equals(id) ? holdUse : null;
  }

  /** The present hold if this lease has the use of it. */
  @Nullable HoldUse holdUseOf(LeaseState lease) {
    return holdUse != null && holdUse.isOf(lease) ? holdUse : null;
  }

  /** This hold and its use if it is still to be confirmed. */
  @Nullable HoldUse confirming(Hold hold) {
    HoldUse present = holdUse;
    return present != null && present.hold == hold && present.isConfirming() ? present : null;
  }

  @Nullable Attempt attemptOrNull() {
    return attempt;
  }

  /** The attempt that is being ended, if one is. */
  @Nullable Attempt ending() {
    return phase == AcquirePhase.ENDING ? attempt : null;
  }

  /**
   * Whether a mere try is over at once: this client holds the name, or waits in the store's queue.
   * The answer to a request that is under way is waited for.
   */
  boolean isTakenFor(Waiter waiter) {
    return phase == AcquirePhase.QUEUED || (holdUse != null && holdUse.isTakenFor(waiter));
  }

  /** The same of all waiters for a shared lease, or of all for an exclusive one. */
  boolean isTaken(boolean shared) {
    return phase == AcquirePhase.QUEUED || (holdUse != null && holdUse.isTaken(shared));
  }

  /** The holder of the name, as the store last said. */
  @Nullable String holder() {
    return holder;
  }

  Attempt attempt() {
    return Objects.requireNonNull(attempt);
  }

  /** When something is due, but for the waiters' own deadlines. */
  long dueAt() {
    HoldUse present = holdUse;
    if (present != null) {
      return present.dueAt();
    }
    return switch (phase) {
      case QUEUED, ENDING -> attempt().dueAt();
      case IDLE, ASKING, HELD -> Timers.NEVER;
    };
  }

  // ---- transitions ----

  void start(Waiter first, Effects fx) {
    String id = engine.ids().next(first.settings);
    Attempt asked = new Attempt(id, first.settings, first.waits, waiters.lastTicket());
    StoreException unreached = engine.unreached(machine.name());
    fx.add(new Ask(engine.requests(), machine, asked)); // first: what is marked as asking is sent
    if (unreached != null) {
      asked.waitsForStore(true);
      outageWaiters.unreached(unreached);
    }
    attempt = asked;
    lastLease = null;
    phase = AcquirePhase.ASKING;
  }

  /** The attempt is sent, though perhaps it had to wait until the store was reached. */
  void sent() {
    if (attempt().isUnsent()) {
      attempt().waitsForStore(false);
      outageWaiters.answered();
    }
  }

  /** Waiters that leave now are told, if the store was not reached, how long and why by now. */
  void unreachedAt(long now) {
    if (phase == AcquirePhase.ASKING && attempt().isUnsent() && now >= outageWaiters.dueAt()) {
      StoreException unreached = engine.unreached(machine.name());
      if (unreached != null) {
        outageWaiters.unreached(unreached);
      }
    }
  }

  /** The attempt was granted: the first waiter gets it, once enough of it is certain. */
  void hold(Standing.Holding standing, long sentAt, boolean claimed, Effects fx) {
    long now = engine.now();
    Attempt granted = attempt();
    Hold hold = new Hold(granted.id, granted.settings, standing, sentAt, claimed, now);
    if (engine.store().holdKind() == HoldKind.SESSION) {
      hold.lastsForASession(granted.settings, standing, now);
    }
    if (!engine.store().pushes()) {
      hold.keepContact(granted.settings, now);
    }
    HoldUse made = new HoldUse(machine, hold, claimed, granted.settings, taken, engine);
    holdUse = made;
    holder = granted.id;
    phase = AcquirePhase.HELD;
    boolean thin = hold.isThin(granted.settings, now);
    if (thin) {
      // The answer came too late to be of use, and a try does not wait for another.
      waiters.refuseTries(holder, fx);
    }
    Waiter first = waiters.first();
    if (first != null && !made.isAcknowledgedFor(first.settings)) {
      fx.add(
          new Acknowledging(
              engine.requests(),
              machine,
              hold,
              first.settings,
              made.acknowledgement(first.settings)));
    } else if (thin && first != null) {
      made.confirm(now);
    } else {
      passOn(made, now, fx);
    }
  }

  /**
   * There is room in the hold: the next waiters get it, as many as it admits. If there is no lease
   * on it then, it lingers or ends, or waits for a new stamp.
   */
  void passOn(HoldUse present, long now, Effects fx) {
    Waiter next = waiters.first();
    while (next != null && present.mayServe(next.settings, now)) {
      waiters.takeFirst();
      WaitQueue.settle(next, new Outcome.Granted(present.give(next, now)), fx);
      next = waiters.first();
    }
    if (present.isUsed()) {
      stretch(present, now, fx);
    } else if (next == null && present.mayLinger() && engine.isOpen()) {
      present.linger(now);
    } else if (next != null && next.waits && present.lacksOnlyTokensFor(next.settings, now)) {
      present.confirm(now);
    } else {
      end(0, fx);
    }
  }

  /** Lets the next waiters share the hold soon, if the store can make that possible. */
  private void stretch(HoldUse present, long now, Effects fx) {
    Waiter next = waiters.first();
    while (next != null && present.admits(next.settings)) {
      if (present.mayStretchFor(next.settings, now)) {
        present.stretchFor(next.settings, now);
        return;
      }
      if (next.waits) {
        break; // until waiters elsewhere have had their turn
      }
      WaitQueue.settle(waiters.takeFirst(), new Outcome.NotGranted(holder), fx);
      next = waiters.first();
    }
    if (!present.settings().isCounted()) { // of permits, some may be left
      waiters.refuseTries(holder, fx);
    }
  }

  /** The hold was renewed: there may be more of it to share, or another client may wait. */
  void renewed(HoldUse present, Standing.Holding holding, long sentAt, long now, Effects fx) {
    if (present.hold.renewed(present.settings(), holding, sentAt, now)) {
      present.tellSafe(fx);
    }
    if (present.isConfirming() || present.isUsed() || present.hold.othersWait()) {
      present.confirmed();
      passOn(present, now, fx);
    }
  }

  /** Loses the lease if its time is over, though no tick has come since; returns whether it did. */
  boolean endsByTime(HoldUse present, long now, Effects fx) {
    return expire(present, now, fx) || endItself(present, now, fx);
  }

  /** Ends the hold if its deadline has passed. */
  boolean expire(HoldUse present, long now, Effects fx) {
    if (present.isExpired(now)) {
      long owed = present.owedAfterLossNanos(now);
      present.expire(fx);
      end(owed, fx);
      return true;
    }
    return false;
  }

  /** Ends the hold if its lease was held for too long, or leaked. */
  private boolean endItself(HoldUse present, long now, Effects fx) {
    if (!present.mayEndItself(now)) {
      return false;
    }
    long owed = present.owedAfterLossNanos(now);
    if (present.endsItself(now, fx)) {
      end(owed, fx);
      return true;
    }
    return false;
  }

  /** An attempt that only waits ends when no waiter is left or the next one has no use for it. */
  void leaveIfDeserted(Effects fx) {
    boolean onlyWaits =
        phase == AcquirePhase.QUEUED || (holdUse != null && holdUse.isUnused(engine.isOpen()));
    Waiter next = waiters.first();
    if (onlyWaits && (next == null || !attempt().settings.suit(next.settings))) {
      end(0, fx);
    }
  }

  /** Ends whatever is under way, since the client is closed. */
  void close(Effects fx) {
    HoldUse present = holdUse;
    if (present != null) {
      long owed = present.owedAfterLossNanos(engine.now());
      present.lose(LossReason.clientClosed(), fx);
      end(owed, fx);
    } else {
      leaveIfDeserted(fx);
    }
  }

  /** Begins to end the attempt, wherever it stands in the store. */
  void end(long keepNanos, Effects fx) {
    phase = AcquirePhase.ENDING;
    holdUse = null;
    attempt().keepFor(keepNanos);
    sendRelease(attempt(), fx);
  }

  void sendRelease(Attempt ending, Effects fx) {
    fx.add(new Ending(engine.requests(), machine, ending)); // first: what is marked as sent is sent
    ending.sent();
  }

  /** Notes that the attempt may end because this lease was given back. */
  void endsWith(LeaseState lease) {
    lastLease = lease;
  }

  /**
   * The store has confirmed the end of the attempt. A lease was certain when it was given back. So
   * a hold that is missing before its deadline was ended by something else, and is lost; after the
   * deadline it may as well have run out while the release was on its way, which is no loss. Nor is
   * it one if an earlier copy of the release may have ended the hold.
   */
  void ended(boolean found, Effects fx) {
    outageWaiters.answeredEnd();
    LeaseState released = attempt().isOvertaking() ? null : lastLease;
    if (!found && released != null && released.hold.isCertain(engine.now())) {
      released.wasGone(LossReason.missingAtRelease(engine.store().holdKind()));
      fx.add(caller -> engine.notifications().wasGone(machine.name(), released.token));
    }
    toIdle(fx);
  }

  void toIdle(Effects fx) {
    Attempt over = attempt();
    attempt = null;
    holdUse = null;
    phase = AcquirePhase.IDLE;
    fx.add(caller -> over.over());
    if (whenOver != null) {
      whenOver.accept(over);
    } else {
      startNext(fx);
    }
  }

  /** Asks for the waiter that is first now. */
  void startNext(Effects fx) {
    Waiter next = waiters.first();
    if (next != null) {
      start(next, fx);
    }
  }

  /** Goes on with its hold alone: another flow asks for the waiters, with answers of its own. */
  void detach(Consumer<Attempt> over) {
    outageWaiters = new WaitQueue();
    whenOver = over;
  }

  /** The store did not answer: tries fail, others wait on, unless waiting cannot help. */
  void retryLater(Attempt failed, StoreException error, Effects fx) {
    long now = engine.now();
    outageWaiters.troubled(error, now, fx);
    failed.mayArriveLate();
    failed.dueAt(now + engine.jitter(failed.failed(waiters.isEmpty())));
  }

  /** The waiters that are to know whether the store answers. */
  WaitQueue outageWaiters() {
    return outageWaiters;
  }

  /**
   * The end of the attempt was not confirmed. If repeating that cannot help, its waiters ask for
   * themselves; else they wait for it, and tries fail.
   */
  void endFailed(StoreException error, Effects fx) {
    if (!error.isTransient()) {
      outageWaiters.answeredEnd();
      engine.leftBehind();
      toIdle(fx); // the hold's own expiry ends it
      return;
    }
    StoreException known = outageWaiters.outage();
    StoreException why =
        known != null && known.isTransient() ? known : Outage.notAsked(machine.name(), error);
    retryLater(attempt(), why, fx);
  }

  /**
   * A request has come while the attempt before it is being ended. If that failed, it is repeated
   * for the request's sake: for a try at once, as it ends with the answer.
   */
  void hurry(Waiter waiter, Effects fx) {
    attempt().hurry(engine.now());
    if (!waiter.waits && attempt().isDue(engine.now())) {
      sendRelease(attempt(), fx);
    }
  }

  /** At the next tick: looks at the place or the hold, or repeats a release without an answer. */
  void lookAgain(long now) {
    HoldUse present = holdUse;
    if (phase == AcquirePhase.QUEUED) {
      attempt().dueAt(now);
    } else if (phase == AcquirePhase.ENDING) {
      attempt().hurry(now);
    } else if (present != null && present.settings().renews) {
      present.hold.renewNow(now);
    }
  }

  /** The store has answered that there is no attempt of ours, and names the holder. */
  void absent(Standing.Absent absent, Effects fx) {
    holder = absent.holder();
    waiters.refuseTries(attempt(), holder, fx);
    toIdle(fx);
  }

  /** The hold is gone from the store: there is nothing to end. */
  void gone(HoldUse present, Loss loss, Effects fx) {
    present.lose(loss, fx);
    toIdle(fx);
  }

  /** The attempt was not sent, as the store was never reached. */
  void notAsked(StoreException error, Effects fx) {
    outageWaiters.troubled(error, engine.now(), fx);
    toIdle(fx);
  }

  /** Whether its place is kept is unknown: it is looked at again later, if a waiter is left. */
  void placeFailed(StoreException error, Effects fx) {
    retryLater(attempt(), error, fx);
    leaveIfDeserted(fx);
  }

  /** Its place waits in the store's queue, and tries are refused. */
  void queued(Standing.Queued queued, long sentAt, Effects fx) {
    Attempt waiting = attempt();
    phase = AcquirePhase.QUEUED;
    holder = queued.holder();
    waiting.placed(queued, engine.now());
    planLook(waiting, queued, sentAt);
    waiters.refuseTries(holder, fx);
  }

  /** Plans when the place must be looked at again. */
  private void planLook(Attempt waiting, Standing.Queued queued, long sentAt) {
    long now = engine.now();
    long next = sentAt + engine.jitter(waiting.settings.lookNanos);
    if (!engine.store().pushes()) {
      next = Math.min(next, now + engine.jitter(waiting.nextPauseNanos()));
    }
    if (queued.ahead() <= 0) {
      // The first in the queue is the one to notice that the holder's time is over.
      next = Math.min(next, now + MILLISECONDS.toNanos(queued.holdRemainingMillis() + 1));
    }
    waiting.lookAt(next, now);
  }

  /** The name is used otherwise than was asked for: that fails for all that ask for the same. */
  void mismatched(Standing.Mismatched standing, Effects fx) {
    int size = attempt().settings.size;
    waiters.dismiss(
        waiter -> waiter.settings.size == size,
        new Outcome.Failed(PermitCounts.mismatch(machine.name(), size, standing.size())),
        fx);
    toIdle(fx);
  }

  /** Asking failed: whether the attempt reached the store is unknown, so it is ended first. */
  void unknown(StoreException error, Effects fx) {
    phase = AcquirePhase.ENDING;
    holdUse = null;
    outageWaiters.refused(error);
    retryLater(attempt(), error, fx);
  }
}
