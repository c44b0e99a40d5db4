package dev.holdfast.internal;

import dev.holdfast.Loss;
import dev.holdfast.Loss.Kind;
import dev.holdfast.StoreException;
import dev.holdfast.internal.Errand.Phase;
import dev.holdfast.internal.Waiter.Outcome;
import dev.holdfast.spi.KeepAlive;
import dev.holdfast.spi.Mode;
import dev.holdfast.spi.Standing;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * Everything this client knows of one name: who waits for it here, the one attempt that stands for
 * them in the store, and the hold that came of it.
 *
 * <p>The events of a state machine: calls, answers, pushes and ticks come in, are matched with what
 * is under way (an answer for something that is over changes nothing) and set off the transitions
 * of {@link Errand}. {@link Effects} go out and are performed after the line's lock is left. It
 * never blocks and calls nobody.
 */
final class Line {
  final String name;
  private final Engine engine;
  private final Errand errand;
  private boolean retired;

  Line(String name, Engine engine) {
    this.name = name;
    this.engine = engine;
    this.errand = new Errand(this, engine);
  }

  // ---- calls ----

  /** Takes in a request; returns false if the line was retired and another must be asked. */
  synchronized boolean enqueue(Waiter waiter, Effects fx) {
    if (retired) {
      return false;
    }
    if (errand.is(Phase.ENDING)) {
      errand.attempt().hurry(engine.now());
    }
    Outcome refusal = waiter.waits ? null : errand.refusal(waiter);
    if (refusal != null) {
      WaitingRoom.settle(waiter, refusal, fx);
      planTick(fx);
      return true;
    }
    Tenancy present = errand.tenancy();
    if (present != null && present.isInItsOwnWay(waiter)) {
      fx.add((engine, caller) -> engine.tellings().reentered(name));
    }
    errand.room.add(waiter);
    if (errand.is(Phase.IDLE)) {
      errand.start(waiter, fx);
    } else if (present != null && present.mayHaveRoomFor(waiter)) {
      errand.passOn(present, engine.now(), fx);
    }
    planTick(fx);
    return true;
  }

  /** Takes a request back; returns the attempt that is being ended, if one is. */
  synchronized @Nullable Attempt cancel(Waiter waiter, Effects fx) {
    if (errand.room.remove(waiter)) {
      WaitingRoom.settle(waiter, new Outcome.Cancelled(), fx);
      errand.leaveIfDeserted(fx);
      planTick(fx);
    }
    return ending();
  }

  /** The attempt that is being ended, if one is. */
  synchronized @Nullable Attempt ending() {
    return errand.is(Phase.ENDING) ? errand.pending() : null;
  }

  /** Gives a lease back; returns the attempt whose end the store must confirm, if any. */
  synchronized @Nullable Attempt release(LeaseState released, Effects fx) {
    long now = engine.now();
    Tenancy present = errand.tenancyOf(released);
    if (present == null) {
      return null;
    }
    boolean unused = endsByTime(present, now, fx);
    if (errand.tenancyOf(released) != null) {
      long owed = present.owedNanos(now);
      present.released(released);
      errand.attempt().endsWith(released);
      if (owed > 0) {
        errand.end(owed, fx);
      } else {
        errand.passOn(present, now, fx);
      }
    }
    planTick(fx);
    return released.phase() == LeaseState.Phase.RELEASED ? ending() : null;
  }

  /** Adds a callback; returns the loss to tell it at once, if the lease is lost already. */
  synchronized @Nullable Loss onLost(LeaseState lease, Consumer<Loss> callback) {
    return lease.onLost(callback);
  }

  /** Looks now, instead of at the next tick, whether a lease is over. */
  synchronized void lookAt(LeaseState lease, Effects fx) {
    Tenancy present = errand.tenancyOf(lease);
    if (present != null) {
      boolean unused = endsByTime(present, engine.now(), fx);
    }
    planTick(fx);
  }

  /** The renewal that {@code ensure} sends, or null if the lease has ended. */
  synchronized @Nullable KeepAlive renewalFor(LeaseState lease, Effects fx) {
    Tenancy present = valid(lease, fx);
    return present == null ? null : present.hold.renewal(name, present.terms());
  }

  /** The present hold, if this lease has the use of it and its time is not over. */
  private @Nullable Tenancy valid(LeaseState lease, Effects fx) {
    Tenancy present = errand.tenancyOf(lease);
    if (present != null) {
      boolean unused = endsByTime(present, engine.now(), fx);
      planTick(fx);
    }
    return errand.tenancyOf(lease);
  }

  /** Gives a lease of shared terms for an exclusive one; null if that one has ended. */
  synchronized @Nullable HeldLease downgrade(LeaseState lease, Terms shared, Effects fx) {
    Tenancy present = valid(lease, fx);
    if (present == null) {
      return null;
    }
    long now = engine.now();
    present.hold.share(now);
    HeldLease made = present.exchange(lease, shared, engine, now);
    errand.passOn(present, now, fx);
    planTick(fx);
    return made;
  }

  /** The request to make the hold of this lease exclusive; null if it is not the only one. */
  synchronized KeepAlive.@Nullable Change upgradeFor(LeaseState lease, Terms next, Effects fx) {
    Tenancy present = valid(lease, fx);
    return present == null || !present.mayUpgrade(lease) ? null : present.hold.upgrade(name, next);
  }

  /** Takes in the answer to it; returns the lease of exclusive terms if it was granted. */
  synchronized @Nullable HeldLease upgraded(
      LeaseState lease,
      Terms next,
      KeepAlive.Change asked,
      Standing standing,
      long sentAt,
      Effects fx) {
    if (standing instanceof Standing.Holding holding) {
      lease.hold.upgraded(holding, asked.stamp());
    }
    renewed(lease.hold, standing, sentAt, fx);
    Tenancy present = valid(lease, fx);
    if (present == null) {
      return null;
    }
    long now = engine.now();
    HeldLease made =
        present.hold.mode() == Mode.EXCLUSIVE ? present.exchange(lease, next, engine, now) : null;
    errand.passOn(present, now, fx); // readers may have come meanwhile
    planTick(fx);
    return made;
  }

  synchronized void upgradeFailed(LeaseState lease, StoreException error, Effects fx) {
    lease.hold.upgradeFailed();
    renewalFailed(lease.hold, error, fx);
  }

  /** Ends everything because the client is closed; returns the attempt to wait for, if any. */
  synchronized @Nullable Attempt close(Effects fx) {
    retired = true;
    errand.room.dismiss(waiter -> true, new Outcome.Failed(Engine.closedError()), fx);
    Tenancy present = errand.tenancy();
    if (present != null) {
      long owed = present.owedNanos(engine.now());
      present.lose(Kind.CLOSED, "its client was closed", null, fx);
      errand.end(owed, fx);
    } else {
      errand.leaveIfDeserted(fx);
    }
    planTick(fx);
    return errand.pending();
  }

  // ---- answers ----

  synchronized void asked(Attempt asked, Standing standing, long sentAt, Effects fx) {
    if (!errand.is(Phase.ASKING, asked)) {
      return; // a push was faster
    }
    errand.answered();
    if (standing instanceof Standing.Holding holding) {
      errand.hold(holding, sentAt, true, fx);
    } else if (standing instanceof Standing.Queued queued) {
      errand.queued(queued, sentAt);
      errand.leaveIfDeserted(fx);
    } else if (standing instanceof Standing.Absent absent) {
      errand.absent(absent, fx);
    }
    planTick(fx);
  }

  synchronized void askFailed(Attempt asked, StoreException error, Effects fx) {
    if (errand.is(Phase.ASKING, asked)) {
      errand.unknown(error, fx);
      planTick(fx);
    }
  }

  synchronized void placeKept(Attempt kept, Standing standing, long sentAt, Effects fx) {
    if (!errand.is(Phase.QUEUED, kept)) {
      return;
    }
    errand.answered();
    if (standing instanceof Standing.Holding holding) {
      errand.hold(holding, sentAt, false, fx);
    } else if (standing instanceof Standing.Queued queued) {
      errand.queued(queued, sentAt);
    } else {
      // It was granted and passed over, or the store forgot it: a new attempt must queue anew.
      kept.mayArriveLate();
      errand.end(0, fx);
    }
    planTick(fx);
  }

  synchronized void placeFailed(Attempt kept, StoreException error, Effects fx) {
    if (errand.is(Phase.QUEUED, kept)) {
      errand.retryLater(kept, error, fx);
      errand.leaveIfDeserted(fx);
      planTick(fx);
    }
  }

  synchronized void renewed(Hold renewed, Standing standing, long sentAt, Effects fx) {
    Tenancy present = errand.tenancyOf(renewed.attempt);
    if (present == null) {
      return;
    }
    errand.answered();
    long now = engine.now();
    if (errand.expire(present, now, fx)) {
      planTick(fx);
      return;
    }
    if (standing instanceof Standing.Holding holding && !renewed.isWeakenedBy(holding)) {
      renewed(present, holding, sentAt, now, fx);
    } else if (standing instanceof Standing.Absent absent && absent.broken()) {
      broken(renewed.attempt, fx);
    } else {
      String message = "the store answered a renewal that this hold does not exist any more";
      errand.gone(present, Kind.REFUSED, message, fx);
    }
    planTick(fx);
  }

  private void renewed(
      Tenancy present, Standing.Holding holding, long sentAt, long now, Effects fx) {
    if (present.hold.renewed(present.terms(), holding, sentAt, now)) {
      present.tellSafe(fx);
    }
    if (present.isConfirming() || present.isUsed() || present.hold.othersWait()) {
      present.confirmed();
      errand.passOn(present, now, fx);
    }
  }

  synchronized void renewalFailed(Hold renewed, StoreException error, Effects fx) {
    Tenancy present = errand.tenancyOf(renewed.attempt);
    if (present == null) {
      return;
    }
    long now = engine.now();
    boolean began = renewed.renewalFailed(present.terms(), error, now);
    if (began) {
      present.tellJeopardy(error, now, fx);
    }
    errand.failTries(error, fx);
    planTick(fx);
  }

  synchronized void ended(Attempt over, boolean found, Effects fx) {
    if (errand.is(Phase.ENDING, over)) {
      errand.answered();
      LeaseState released = over.releasedInGoodFaith();
      if (!found && released != null) {
        released.wasGone();
        fx.add((engine, caller) -> engine.tellings().wasGone(released));
      }
      errand.toIdle(fx);
      planTick(fx);
    }
  }

  synchronized void endFailed(Attempt over, StoreException error, Effects fx) {
    if (errand.is(Phase.ENDING, over)) {
      errand.endFailed(error, fx);
      planTick(fx);
    }
  }

  // ---- pushes ----

  synchronized void granted(String id, Standing.Holding standing, long sentAt, Effects fx) {
    if (errand.isWaiting(id)) {
      errand.answered();
      errand.hold(standing, sentAt, false, fx);
      planTick(fx);
    }
  }

  synchronized void recalled(String id, Effects fx) {
    Tenancy present = errand.tenancyOf(id);
    if (present != null) {
      long now = engine.now();
      present.hold.noteWaiters(true, present.terms(), now);
      if (present.isLingering()) {
        errand.passOn(present, now, fx);
      }
      planTick(fx);
    }
  }

  synchronized void broken(String id, Effects fx) {
    Tenancy present = errand.tenancyOf(id);
    if (present != null) {
      errand.gone(present, Kind.BROKEN, "an operator ended the hold by force", fx);
      planTick(fx);
    }
  }

  /** The store can be reached (again), and pushes may have been missed. */
  synchronized void changed(Effects fx) {
    errand.lookAgain(engine.now());
    planTick(fx);
  }

  // ---- ticks ----

  /** Does what is due; adds what must be kept alive to the batch. */
  synchronized void tick(long now, Batch batch, Effects fx) {
    errand.dismissLateWaiters(now, fx);
    errand.leaveIfDeserted(fx);
    Tenancy present = errand.tenancy();
    if (present != null) {
      tick(present, now, batch, fx);
    } else if (errand.is(Phase.QUEUED) && errand.attempt().isDue(now)) {
      errand.attempt().sent();
      batch.place(this, errand.attempt());
    } else if (errand.is(Phase.ENDING) && errand.attempt().isDue(now)) {
      errand.sendRelease(errand.attempt(), fx);
    } else if (errand.isIdleFor(now)) {
      retired = true;
      engine.retire(this);
    }
    planTick(fx);
  }

  private void tick(Tenancy present, long now, Batch batch, Effects fx) {
    if (endsByTime(present, now, fx)) {
      return;
    }
    if (present.isLingerOver(now)) {
      errand.end(0, fx);
    } else if (present.hold.isRenewalDue(now)) {
      batch.hold(this, present.hold, present.hold.renewal(name, present.terms()));
    }
  }

  /** Loses the lease if its time is over, though no tick has come since; returns whether it did. */
  private boolean endsByTime(Tenancy present, long now, Effects fx) {
    return errand.expire(present, now, fx) || errand.endItself(present, now, fx);
  }

  /** Asks for the next tick that this line needs. */
  private void planTick(Effects fx) {
    if (!retired || errand.pending() != null) {
      fx.wakeBy(errand.dueAt());
    }
  }
}
