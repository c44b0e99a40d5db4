package dev.holdfast.internal;

import static java.util.concurrent.TimeUnit.SECONDS;

import dev.holdfast.Loss.Kind;
import dev.holdfast.StoreException;
import dev.holdfast.internal.Waiter.Outcome;
import dev.holdfast.spi.Standing;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * What a line has under way in the store for its waiters: nothing, or one attempt and the hold that
 * came of it. The transitions of the state machine; {@link Line} brings the events. Guarded by the
 * line's lock.
 */
final class Errand {
  /*
   *            first waiter                granted
   *   IDLE ───────────────▶ ASKING ─────────────────────────▶ HELD
   *    ▲                     │  │ taken, and it waits          ▲ │ released and nobody to lend to,
   *    │                     │  └────────▶ QUEUED ─────────────┘ │ or the budget is spent, or lost
   *    │                     │ unknown       │ nobody waits,     │
   *    │   the store         │               │ or place gone     │
   *    └──────────────────  ENDING ◀─────────┴───────────────────┘
   *        confirmed
   *
   * At most one attempt exists at a time. Whatever it comes to, it ends in ENDING, where release is
   * repeated until the store has confirmed it, and only then may the next attempt begin: so there
   * are no orphan holds and no orphan waiters, and once a release has been sent nothing is lent from
   * that hold any more. (Exceptions: a try that was refused and a hold that the store says is gone
   * leave nothing to end, and a release that the store refuses for good is left to expiry.)
   */
  enum Phase {
    IDLE,
    ASKING,
    QUEUED,
    HELD,
    ENDING
  }

  private static final long IDLE_NANOS = SECONDS.toNanos(1);

  final WaitingRoom room = new WaitingRoom();
  private final Line line;
  private final Engine engine;
  private Phase phase = Phase.IDLE;
  private @Nullable Attempt attempt; // in every phase but IDLE
  private @Nullable Tenancy tenancy; // in HELD
  private @Nullable Trouble trouble;
  private @Nullable String holder; // who held it when the store last said
  private long idleSince;

  Errand(Line line, Engine engine) {
    this.line = line;
    this.engine = engine;
    this.idleSince = engine.now();
  }

  // ---- facts ----

  boolean is(Phase asked) {
    return phase == asked;
  }

  /** Whether this attempt stands in this phase; what is said of any other is out of date. */
  boolean is(Phase asked, Attempt of) {
    return phase == asked && attempt == of;
  }

  /** Whether an attempt of this id waits, or may wait by now. */
  boolean isWaiting(String id) {
    return (phase == Phase.ASKING || phase == Phase.QUEUED) && attempt().id.equals(id);
  }

  /** The present hold and its use, in HELD. */
  @Nullable Tenancy tenancy() {
    return tenancy;
  }

  /** The present hold if it belongs to the attempt of this id. */
  @Nullable Tenancy tenancyOf(String id) {
    return tenancy != null && tenancy.hold.attempt.equals(id) ? tenancy : null;
  }

  /** The present hold if this lease has the use of it. */
  @Nullable Tenancy tenancyOf(LeaseState lease) {
    return tenancy != null && tenancy.isOf(lease) ? tenancy : null;
  }

  @Nullable Attempt pending() {
    return attempt;
  }

  /**
   * Why a mere try is over at once, if it is: somebody of this client stands before it, or the
   * store does not answer.
   */
  @Nullable Outcome refusal(Waiter waiter) {
    boolean taken =
        !room.isEmpty()
            || phase == Phase.ASKING
            || phase == Phase.QUEUED
            || (tenancy != null && !tenancy.mayHaveRoomFor(waiter));
    if (taken) {
      return new Outcome.NotGranted(holder);
    }
    // Where asking again cannot help, the store does answer, so that a try may ask for itself.
    return phase == Phase.ENDING && trouble != null && trouble.error().isTransient()
        ? new Outcome.Failed(trouble.error())
        : null;
  }

  Attempt attempt() {
    return Objects.requireNonNull(attempt);
  }

  boolean isIdleFor(long now) {
    return phase == Phase.IDLE && now - idleSince >= IDLE_NANOS;
  }

  /** When something is due, the waiters' own deadlines included. */
  long dueAt() {
    Trouble present = trouble;
    long waiters =
        present == null
            ? room.nextDeadline()
            : Math.min(room.nextDeadline(), room.earliest(present::patienceEnds));
    return Math.min(waiters, phaseDue());
  }

  private long phaseDue() {
    Tenancy present = tenancy;
    if (present != null) {
      return present.dueAt();
    }
    return switch (phase) {
      case IDLE -> idleSince + IDLE_NANOS;
      case QUEUED, ENDING -> attempt().dueAt();
      case ASKING, HELD -> Terms.NEVER;
    };
  }

  // ---- transitions ----

  void start(Waiter first, Effects fx) {
    Attempt asked = new Attempt(engine.nextAttempt(), first.terms, first.waits);
    attempt = asked;
    phase = Phase.ASKING;
    fx.add((engine, caller) -> engine.ask(line, asked, caller));
  }

  private void placed(Attempt waiting, Standing.Queued queued, long sentAt) {
    holder = queued.holder();
    waiting.placed(queued);
    waiting.dueAt(engine.nextLook(waiting, queued, sentAt));
  }

  /** The attempt was granted: the first waiter gets it, once enough of it is certain. */
  void hold(Standing.Holding standing, long sentAt, boolean claimed, Effects fx) {
    long now = engine.now();
    Attempt granted = attempt();
    Hold hold = new Hold(granted.id, granted.terms, standing, sentAt, claimed, now);
    if (!engine.hasPushes()) {
      hold.keepContact(granted.terms, now);
    }
    Tenancy made = new Tenancy(line, hold, granted.terms);
    tenancy = made;
    holder = granted.id;
    phase = Phase.HELD;
    boolean thin = hold.isThin(granted.terms, now);
    if (thin) {
      refuseTry(fx); // the answer came too late to be of use
    }
    if (thin && !room.isEmpty()) {
      made.confirm(now);
    } else {
      passOn(made, now, fx);
    }
  }

  /** The try that this attempt was made for has had its answer. */
  private void refuseTry(Effects fx) {
    Waiter first = room.first();
    if (!attempt().waits && first != null && !first.waits) {
      WaitingRoom.settle(room.takeFirst(), new Outcome.NotGranted(holder), fx);
    }
  }

  /**
   * There is room in the hold: the next waiters get it, as many as it admits. If nobody has the use
   * of it then, it lingers or ends.
   */
  void passOn(Tenancy present, long now, Effects fx) {
    Waiter next = room.first();
    while (next != null && present.mayServe(next.terms, now)) {
      room.takeFirst();
      WaitingRoom.settle(next, new Outcome.Granted(present.give(next, engine, now)), fx);
      next = room.first();
    }
    if (present.isUsed()) {
      stretch(present, now, fx);
    } else if (next == null && present.mayLinger()) {
      present.linger(now);
    } else {
      end(0, fx);
    }
  }

  /** Lets the next waiters share the hold soon, if the store can make that possible. */
  private void stretch(Tenancy present, long now, Effects fx) {
    Waiter next = room.first();
    while (next != null && present.admits(next.terms)) {
      if (present.mayStretchFor(next.terms, now)) {
        present.stretchFor(next.terms, now);
        return;
      }
      if (next.waits) {
        return; // until those who wait elsewhere have had their turn
      }
      WaitingRoom.settle(room.takeFirst(), new Outcome.NotGranted(holder), fx);
      next = room.first();
    }
  }

  /** The store did not answer: tries fail. */
  void failTries(StoreException error, Effects fx) {
    room.dismiss(waiter -> !waiter.waits, new Outcome.Failed(error), fx);
  }

  /** Ends the hold if its deadline has passed. */
  boolean expire(Tenancy present, long now, Effects fx) {
    if (present.isExpired(now)) {
      present.expire(fx);
      end(0, fx);
      return true;
    }
    return false;
  }

  /** Ends the hold if its lease was held for too long, or leaked. */
  boolean endItself(Tenancy present, long now, Effects fx) {
    long owed = present.owedNanos(now);
    if (present.endsItself(now, fx)) {
      end(owed, fx);
      return true;
    }
    return false;
  }

  /**
   * An attempt that only waits ends when nobody waits for it any more: nobody at all, or a writer
   * where it asked for a reader's hold.
   */
  void leaveIfDeserted(Effects fx) {
    boolean onlyWaits = phase == Phase.QUEUED || (tenancy != null && tenancy.isConfirming());
    if (onlyWaits && !isWanted()) {
      end(0, fx);
    }
  }

  private boolean isWanted() {
    Waiter next = room.first();
    return next != null && (next.terms.isShared() || !attempt().terms.isShared());
  }

  /** Begins to end the attempt, wherever it stands in the store. */
  void end(long keepNanos, Effects fx) {
    phase = Phase.ENDING;
    tenancy = null;
    attempt().keepFor(keepNanos);
    sendRelease(attempt(), fx);
  }

  void sendRelease(Attempt ending, Effects fx) {
    ending.sent();
    fx.add((engine, caller) -> engine.release(line, ending, caller));
  }

  void toIdle(Effects fx) {
    Attempt over = attempt();
    attempt = null;
    tenancy = null;
    phase = Phase.IDLE;
    idleSince = engine.now();
    fx.add((engine, caller) -> over.over());
    Waiter next = room.first();
    if (next != null) {
      start(next, fx);
    }
  }

  /** The store did not answer: tries fail, others wait on, unless waiting cannot help. */
  void retryLater(Attempt failed, StoreException error, Effects fx) {
    long now = engine.now();
    trouble = new Trouble(trouble == null ? now : trouble.since(), error);
    room.dismiss(waiter -> !waiter.waits || !error.isTransient(), new Outcome.Failed(error), fx);
    failed.mayArriveLate();
    failed.dueAt(now + engine.jitter(failed.failed(room.isEmpty())));
  }

  /**
   * The end of the attempt was not confirmed. That is no answer to those who wait for the next one:
   * if repeating it cannot help, they ask for themselves; else they wait for it, and tries fail.
   */
  void endFailed(StoreException error, Effects fx) {
    if (!error.isTransient()) {
      answered();
      toIdle(fx); // the hold's own expiry ends it
      return;
    }
    Trouble present = trouble;
    StoreException told =
        present != null && present.error().isTransient()
            ? present.error()
            : Trouble.notAsked(line.name, error);
    retryLater(attempt(), told, fx);
  }

  /** At the next tick: looks at the place or the hold, or repeats a release without an answer. */
  void lookAgain(long now) {
    Tenancy present = tenancy;
    if (phase == Phase.QUEUED) {
      attempt().dueAt(now);
    } else if (phase == Phase.ENDING) {
      attempt().hurry(now);
    } else if (present != null && present.terms().renews) {
      present.hold.renewNow(now);
    }
  }

  /** Lets go of waiters whose deadline or patience is over. */
  void dismissLateWaiters(long now, Effects fx) {
    Trouble present = trouble;
    room.expire(
        now,
        present == null ? new Outcome.NotGranted(holder) : new Outcome.Failed(present.error()),
        fx);
    if (present != null) {
      room.dismiss(
          waiter -> !waiter.isTimed() && now >= present.patienceEnds(waiter),
          new Outcome.Failed(present.error()),
          fx);
    }
  }

  /** The store has answered. */
  void answered() {
    trouble = null;
  }

  /** The store has answered that there is no attempt of ours, and who holds instead. */
  void absent(Standing.Absent absent, Effects fx) {
    holder = absent.holder();
    refuseTry(fx);
    toIdle(fx);
  }

  /** The hold is gone from the store: there is nothing to end. */
  void gone(Tenancy present, Kind kind, String message, Effects fx) {
    present.lose(kind, message, null, fx);
    toIdle(fx);
  }

  /** The attempt's place waits in the store's queue. */
  void queued(Standing.Queued queued, long sentAt) {
    phase = Phase.QUEUED;
    placed(attempt(), queued, sentAt);
  }

  /** Asking failed: whether the attempt reached the store is unknown, so it is ended first. */
  void unknown(StoreException error, Effects fx) {
    phase = Phase.ENDING;
    retryLater(attempt(), error, fx);
  }
}
