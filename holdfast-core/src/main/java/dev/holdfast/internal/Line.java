package dev.holdfast.internal;

import dev.holdfast.Loss;
import dev.holdfast.Loss.Kind;
import dev.holdfast.StoreException;
import dev.holdfast.internal.Waiter.Outcome;
import dev.holdfast.spi.KeepAlive;
import dev.holdfast.spi.Standing;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * Everything this client knows of one name: who waits for it here, the one attempt that stands for
 * them in the store, and the hold that came of it.
 *
 * <p>The events of a state machine: calls, answers, pushes and ticks come in, are matched with what
 * is under way (an answer for something that is over changes nothing) and set off the transitions
 * of {@link Errand}; {@link Exchanges} has some more. {@link Effects} go out and are performed
 * after the line's lock is left. It never blocks and calls nobody.
 */
final class Line {
  final String name;
  final WaitingRoom room = new WaitingRoom();
  final Errands errands;
  final Recalls recalls = new Recalls();
  final Taken taken = new Taken();
  final Engine engine;
  private boolean retired;

  Line(String name, Engine engine) {
    this.name = name;
    this.engine = engine;
    this.errands = new Errands(this, engine);
  }

  // ---- calls ----

  /** Takes in a request; returns false if the line was retired and another must be asked. */
  synchronized boolean enqueue(Waiter waiter, Effects fx) {
    if (retired) {
      return false;
    }
    takeInRecalls(fx);
    Errand errand = errands.forNew(waiter);
    if (errand.is(Phase.ENDING)) {
      errand.hurry(waiter, fx);
    }
    if (!waiter.waits && errand.isTakenFor(waiter)) {
      WaitingRoom.refuse(waiter, errand.holder(), fx);
      settle(errand, fx);
      return true;
    }
    Tenancy present = errand.tenancy();
    waiter.queuedBehind(present);
    if (present != null && present.isInItsOwnWay(waiter)) {
      fx.add((engine, caller) -> engine.tellings().reentered(name));
    }
    room.add(waiter);
    if (errand.is(Phase.IDLE)) {
      errand.start(waiter, fx);
    } else if (present != null && present.mayHaveRoomFor(waiter)) {
      errand.passOn(present, engine.now(), fx);
    }
    settle(errand, fx);
    return true;
  }

  /**
   * Takes in a request if that lets the store be asked for it now; returns whether it has.
   *
   * @param waiter only tries
   */
  synchronized boolean enqueueIfIdle(Waiter waiter, Effects fx) {
    Errand errand = errands.forNew(waiter);
    boolean idle = !retired && errand.is(Phase.IDLE) && room.isEmpty();
    return idle && enqueue(waiter, fx);
  }

  /** Takes a request back; returns the attempt that is being ended, if one is. */
  synchronized @Nullable Attempt cancel(Waiter waiter, Effects fx) {
    if (room.remove(waiter)) {
      WaitingRoom.settle(waiter, new Outcome.Cancelled(), fx);
      errands.front().leaveIfDeserted(fx);
      settle(errands.front(), fx);
    }
    return ending();
  }

  /** The attempt that is being ended, if one is, before another can be made. */
  synchronized @Nullable Attempt ending() {
    return errands.front().ending();
  }

  /** Gives a lease back; returns the attempt whose end the store must confirm, if any. */
  synchronized @Nullable Attempt release(LeaseState released, Effects fx) {
    takeInRecalls(fx);
    long now = engine.now();
    Errand errand = errands.of(released.hold.attempt);
    Tenancy present = errand.tenancyOf(released);
    if (present == null) {
      return null;
    }
    boolean unused = errand.endsByTime(present, now, fx);
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
    settle(errand, fx);
    return released.phase() == LeaseState.Phase.RELEASED ? errand.ending() : null;
  }

  /** Adds a callback; returns the loss to tell it at once, if the lease is lost already. */
  synchronized @Nullable Loss onLost(LeaseState lease, Consumer<Loss> callback) {
    return lease.onLost(callback);
  }

  /** Looks now, instead of at the next tick, whether a lease is over. */
  synchronized void lookAt(LeaseState lease, Effects fx) {
    @Nullable Tenancy unused = valid(errands.of(lease.hold.attempt), lease, fx);
  }

  /** The renewal that {@code ensure} sends, or null if the lease has ended. */
  synchronized @Nullable KeepAlive renewalFor(LeaseState lease, Effects fx) {
    Tenancy present = valid(errands.of(lease.hold.attempt), lease, fx);
    return present == null ? null : present.hold.renewal(name, present.terms());
  }

  /** The present hold, if this lease has the use of it and its time is not over. */
  synchronized @Nullable Tenancy valid(Errand errand, LeaseState lease, Effects fx) {
    Tenancy present = errand.tenancyOf(lease);
    if (present != null) {
      boolean unused = errand.endsByTime(present, engine.now(), fx);
      settle(errand, fx);
    }
    return errand.tenancyOf(lease);
  }

  /** A lease was exchanged for another of the same hold. */
  synchronized void exchanged(Errand errand, Effects fx) {
    settle(errand, fx);
  }

  /** Ends everything because the client is closed; returns the attempts to wait for. */
  synchronized List<Attempt> close(Effects fx) {
    retired = true;
    room.dismiss(waiter -> true, new Outcome.Failed(Engine.closedError()), fx);
    List<Attempt> ending = new ArrayList<>(1);
    for (Errand errand : errands.all()) {
      errand.close(fx);
      Attempt pending = errand.pending();
      if (pending != null) {
        ending.add(pending);
      }
      settle(errand, fx);
    }
    return ending;
  }

  // ---- answers ----

  synchronized void asked(Attempt asked, Standing standing, long sentAt, Effects fx) {
    Errand errand = errands.of(asked.id);
    if (!errand.is(Phase.ASKING, asked)) {
      return; // a push was faster
    }
    errand.told().answered();
    if (standing instanceof Standing.Holding holding) {
      errand.hold(holding, sentAt, true, fx);
    } else if (standing instanceof Standing.Queued queued) {
      errand.queued(queued, sentAt, fx);
      errand.leaveIfDeserted(fx);
    } else if (standing instanceof Standing.Absent absent) {
      errand.absent(absent, fx);
    } else if (standing instanceof Standing.Mismatched mismatched) {
      errand.mismatched(mismatched, fx);
    } else {
      throw new IllegalStateException("no answer to an acquire: " + standing);
    }
    settle(errand, fx);
  }

  synchronized void askFailed(Attempt asked, StoreException error, Effects fx) {
    Errand errand = errands.of(asked.id);
    if (errand.is(Phase.ASKING, asked)) {
      errand.unknown(error, fx);
      settle(errand, fx);
    }
  }

  synchronized void placeKept(Attempt kept, Standing standing, long sentAt, Effects fx) {
    Errand errand = errands.of(kept.id);
    if (!errand.is(Phase.QUEUED, kept)) {
      return;
    }
    errand.told().answered();
    if (standing instanceof Standing.Holding holding) {
      errand.hold(holding, sentAt, false, fx);
    } else if (standing instanceof Standing.Queued queued) {
      errand.queued(queued, sentAt, fx);
    } else {
      // It was granted and passed over, or the store forgot it: a new attempt must queue anew.
      kept.mayArriveLate();
      errand.end(0, fx);
    }
    settle(errand, fx);
  }

  synchronized void placeFailed(Attempt kept, StoreException error, Effects fx) {
    Errand errand = errands.of(kept.id);
    if (errand.is(Phase.QUEUED, kept)) {
      errand.retryLater(kept, error, fx);
      errand.leaveIfDeserted(fx);
      settle(errand, fx);
    }
  }

  synchronized void renewed(Hold renewed, Standing standing, long sentAt, Effects fx) {
    Errand errand = errands.of(renewed.attempt);
    Tenancy present = errand.tenancyOf(renewed.attempt);
    if (present == null) {
      return;
    }
    errand.told().answered();
    long now = engine.now();
    if (errand.expire(present, now, fx)) {
      settle(errand, fx);
      return;
    }
    if (standing instanceof Standing.Holding holding && !renewed.isWeakenedBy(holding)) {
      errand.renewed(present, holding, sentAt, now, fx);
    } else if (standing instanceof Standing.Absent absent && absent.broken()) {
      broken(renewed.attempt, fx);
    } else {
      String message = "the store answered a renewal that this hold does not exist any more";
      errand.gone(present, engine.lossWhenGone(), message, fx);
    }
    settle(errand, fx);
  }

  synchronized void renewalFailed(Hold renewed, StoreException error, Effects fx) {
    Errand errand = errands.of(renewed.attempt);
    Tenancy present = errand.tenancyOf(renewed.attempt);
    if (present == null) {
      return;
    }
    long now = engine.now();
    boolean began = renewed.renewalFailed(present.terms(), error, now);
    if (began) {
      present.tellJeopardy(error, now, fx);
    }
    errand.told().failTries(error, fx);
    if (present.isConfirming() && !error.isTransient()) {
      errand.end(0, fx); // nobody would ever get it; whoever waits asks anew, and is told
    }
    settle(errand, fx);
  }

  synchronized void ended(Attempt over, boolean found, Effects fx) {
    Errand errand = errands.of(over.id);
    if (errand.is(Phase.ENDING, over)) {
      errand.told().answeredEnd();
      errand.ended(found, fx);
      settle(errand, fx);
    }
  }

  synchronized void endFailed(Attempt over, StoreException error, Effects fx) {
    Errand errand = errands.of(over.id);
    if (errand.is(Phase.ENDING, over)) {
      errand.endFailed(error, fx);
      settle(errand, fx);
    }
  }

  // ---- pushes ----

  synchronized void granted(String id, Standing.Holding standing, long sentAt, Effects fx) {
    Errand errand = errands.of(id);
    if (errand.isWaiting(id)) {
      errand.told().answered();
      errand.hold(standing, sentAt, false, fx);
      settle(errand, fx);
    }
  }

  /** Also done before each lend: whoever lends has the line's lock most of the time. */
  synchronized void takeInRecalls(Effects fx) {
    for (String id : recalls.takeAll()) {
      recall(id, fx);
    }
  }

  private void recall(String id, Effects fx) {
    Errand errand = errands.of(id);
    Tenancy present = errand.tenancyOf(id);
    if (present != null) {
      long now = engine.now();
      present.hold.recalled(present.terms(), now);
      if (present.isLingering()) {
        errand.passOn(present, now, fx);
      }
      settle(errand, fx);
    } else if (errand.isWaiting(id)) {
      recalls.add(id); // the answer that grants it is still on its way
    }
  }

  synchronized void broken(String id, Effects fx) {
    Errand errand = errands.of(id);
    Tenancy present = errand.tenancyOf(id);
    if (present != null) {
      errand.gone(present, Kind.BROKEN, engine.endByForce(), fx);
      settle(errand, fx);
    }
  }

  /** The hold of this attempt ended with its session; a place did, so that it must queue anew. */
  synchronized void sessionEnded(String id, String why, Effects fx) {
    Errand errand = errands.of(id);
    Tenancy present = errand.tenancyOf(id);
    if (present != null) {
      errand.gone(present, Kind.SESSION_ENDED, why, fx);
      settle(errand, fx);
    } else if (errand.isWaiting(id)) {
      errand.lookAgain(engine.now());
      settle(errand, fx);
    }
  }

  /** The store can be reached (again), and pushes may have been missed. */
  synchronized void changed(Effects fx) {
    for (Errand errand : errands.all()) {
      errand.lookAgain(engine.now());
      settle(errand, fx);
    }
  }

  // ---- ticks ----

  /** Does what is due; adds what must be kept alive to the batch. */
  synchronized void tick(long now, Batch batch, Effects fx) {
    room.dismissLate(now, errands.front().holder(), fx);
    for (Errand errand : errands.all()) {
      tick(errand, now, batch, fx);
      settle(errand, fx);
    }
  }

  private void tick(Errand errand, long now, Batch batch, Effects fx) {
    errand.leaveIfDeserted(fx);
    Tenancy present = errand.tenancy();
    if (present != null) {
      tick(errand, present, now, batch, fx);
    } else if (errand.is(Phase.QUEUED) && errand.attempt().isDue(now)) {
      batch.place(this, errand.attempt());
      errand.attempt().sent();
    } else if (errand.is(Phase.ENDING) && errand.attempt().isDue(now)) {
      errand.sendRelease(errand.attempt(), fx);
    }
  }

  private void tick(Errand errand, Tenancy present, long now, Batch batch, Effects fx) {
    if (errand.endsByTime(present, now, fx)) {
      return;
    }
    if (present.isLingerOver(now)) {
      errand.end(0, fx);
    } else if (present.hold.isRenewalDue(now)) {
      batch.hold(this, present.hold, present.terms());
    }
  }

  /**
   * After an event of an errand: brings the errands in order, and asks for the next tick. A line in
   * which nothing is under way is forgotten at once, as a name costs memory only while it is used.
   */
  private void settle(Errand errand, Effects fx) {
    errands.settle(errand, fx);
    if (!retired || errand.pending() != null) {
      fx.wakeBy(errands.dueAt(errand));
    }
    if (!retired && errands.areIdle()) {
      retired = true;
      engine.retire(this);
    }
    if (errand != errands.front()) {
      settle(errands.front(), fx);
    } else {
      taken.note(errand);
    }
  }
}
