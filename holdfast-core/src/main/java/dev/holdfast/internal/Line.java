package dev.holdfast.internal;

import static java.util.concurrent.TimeUnit.MILLISECONDS;
import static java.util.concurrent.TimeUnit.SECONDS;

import dev.holdfast.Loss;
import dev.holdfast.Loss.Kind;
import dev.holdfast.StoreException;
import dev.holdfast.internal.Waiter.Outcome;
import dev.holdfast.spi.KeepAlive;
import dev.holdfast.spi.Standing;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * Everything this client knows of one name: who waits for it here, the one attempt that stands for
 * them in the store, and the hold that came of it.
 *
 * <p>A state machine: calls, answers, pushes and ticks come in; {@link Effects} go out and are
 * performed after the line's lock is left. It never blocks and calls nobody.
 */
final class Line {
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
   * leave nothing to end.)
   */
  private enum Phase {
    IDLE,
    ASKING,
    QUEUED,
    HELD,
    ENDING
  }

  private static final long IDLE_NANOS = SECONDS.toNanos(1);
  private static final long FIRST_RETRY_NANOS = MILLISECONDS.toNanos(20);
  private static final long LAST_RETRY_NANOS = SECONDS.toNanos(2);

  final String name;
  private final Engine engine;
  private final WaitingRoom room = new WaitingRoom();
  private Phase phase = Phase.IDLE;
  private @Nullable Attempt attempt;
  private @Nullable Hold hold;
  private @Nullable LeaseState lease;
  // The terms of the present lease, or of the last one on this hold.
  private Terms lastTerms = Terms.DEFAULTS;
  // Set while the hold waits for a renewal to be answered before anybody gets it.
  private boolean confirming;
  private long lingerUntil;
  private long idleSince;
  private boolean retired;
  private @Nullable String holder;
  private @Nullable Trouble trouble;

  /** Since when, and why, the store does not answer for this name. */
  private record Trouble(long since, RuntimeException error) {}

  Line(String name, Engine engine) {
    this.name = name;
    this.engine = engine;
    this.idleSince = engine.now();
  }

  // ---- calls ----

  /** Takes in a request; returns false if the line was retired and another must be asked. */
  synchronized boolean enqueue(Waiter waiter, Effects fx) {
    if (retired) {
      return false;
    }
    long now = engine.now();
    if (!waiter.waits && isTakenHere()) {
      WaitingRoom.settle(waiter, new Outcome.NotGranted(holder), fx);
      return true;
    }
    if (phase == Phase.ENDING && trouble != null) {
      if (!waiter.waits) {
        WaitingRoom.settle(waiter, new Outcome.Failed(trouble.error), fx);
        return true;
      }
      current().dueAt = now;
    }
    warnIfReentered(waiter, fx);
    room.add(waiter);
    if (phase == Phase.IDLE) {
      start(waiter, fx);
    } else if (isLingering()) {
      passOn(now, fx);
    }
    planTick(fx);
    return true;
  }

  private void warnIfReentered(Waiter waiter, Effects fx) {
    LeaseState present = lease;
    if (present != null && present.threadId != 0 && present.threadId == waiter.threadId()) {
      fx.add((engine, caller) -> engine.warnReentry(name));
    }
  }

  private boolean isLingering() {
    return phase == Phase.HELD && lease == null && !confirming;
  }

  /** Whether a try would stand behind somebody of this very client. */
  private boolean isTakenHere() {
    return !room.isEmpty()
        || phase == Phase.ASKING
        || phase == Phase.QUEUED
        || confirming
        || lease != null;
  }

  /**
   * Takes a request back.
   *
   * @return the attempt that ends because of it, if the store must be told
   */
  synchronized @Nullable Attempt cancel(Waiter waiter, Effects fx) {
    if (!room.remove(waiter)) {
      return null;
    }
    WaitingRoom.settle(waiter, new Outcome.Cancelled(), fx);
    return leaveIfDeserted(fx);
  }

  /** The attempt that is being ended, if one is. */
  synchronized @Nullable Attempt ending() {
    return phase == Phase.ENDING ? attempt : null;
  }

  /** Gives a lease back; returns the attempt whose end the store must confirm, if any. */
  synchronized @Nullable Attempt release(LeaseState released, Effects fx) {
    long now = engine.now();
    if (released != lease || expire(now, fx)) {
      planTick(fx);
      return null;
    }
    released.released();
    lease = null;
    long keepNanos = released.grantedAt + released.terms.holdAtLeastNanos - now;
    if (released.terms.holdAtLeastNanos > 0 && keepNanos > 0) {
      end(keepNanos, fx);
    } else {
      passOn(now, fx);
    }
    planTick(fx);
    return phase == Phase.ENDING ? attempt : null;
  }

  /** Adds a callback; returns the loss to tell it at once, if the lease is lost already. */
  synchronized @Nullable Loss onLost(LeaseState of, Consumer<Loss> callback) {
    return of.onLost(callback);
  }

  /** Looks at the deadline now instead of at the next tick. */
  synchronized void lookAt(LeaseState of, Effects fx) {
    if (of == lease) {
      expire(engine.now(), fx);
      planTick(fx);
    }
  }

  /** The renewal that {@code ensure} sends, or null if the lease has ended. */
  synchronized KeepAlive.@Nullable Hold renewalFor(LeaseState of, Effects fx) {
    if (of != lease || expire(engine.now(), fx)) {
      planTick(fx);
      return null;
    }
    return of.hold.renewal(name, of.terms);
  }

  /** Ends everything because the client is closed; returns the attempt to wait for, if any. */
  synchronized @Nullable Attempt close(Effects fx) {
    retired = true;
    room.dismiss(waiter -> true, waiter -> new Outcome.Failed(Engine.closedError()), fx);
    if (phase == Phase.HELD) {
      LeaseState present = lease;
      long keepNanos =
          present == null ? 0 : present.grantedAt + present.terms.holdAtLeastNanos - engine.now();
      lose(Kind.CLOSED, "its client was closed", null, fx);
      end(Math.max(0, keepNanos), fx);
    } else {
      leaveIfDeserted(fx);
    }
    return attempt;
  }

  // ---- answers ----

  synchronized void asked(Attempt asked, Standing standing, long sentAt, Effects fx) {
    if (asked != attempt || phase != Phase.ASKING) {
      return; // a push was faster
    }
    trouble = null;
    if (standing instanceof Standing.Holding holding) {
      hold(holding, sentAt, true, fx);
    } else if (standing instanceof Standing.Queued queued) {
      phase = Phase.QUEUED;
      placed(asked, queued);
      leaveIfDeserted(fx);
    } else if (standing instanceof Standing.Absent absent) {
      holder = absent.holder();
      Waiter first = room.first();
      if (!asked.waits && first != null && !first.waits) {
        room.takeFirst();
        WaitingRoom.settle(first, new Outcome.NotGranted(absent.holder()), fx);
      }
      toIdle(fx);
    }
    planTick(fx);
  }

  synchronized void askFailed(Attempt asked, StoreException error, Effects fx) {
    if (asked != attempt || phase != Phase.ASKING) {
      return;
    }
    note(error, fx);
    asked.overtaking = true;
    phase = Phase.ENDING;
    asked.dueAt = engine.now() + backoff(asked);
    planTick(fx);
  }

  synchronized void placeKept(Attempt kept, Standing standing, long sentAt, Effects fx) {
    if (kept != attempt || phase != Phase.QUEUED) {
      return;
    }
    trouble = null;
    kept.inFlight = false;
    if (standing instanceof Standing.Holding holding) {
      hold(holding, sentAt, false, fx);
    } else if (standing instanceof Standing.Queued queued) {
      placed(kept, queued);
    } else {
      kept.overtaking = true; // it was granted and passed over, or the store forgot it
      end(0, fx);
    }
    planTick(fx);
  }

  synchronized void placeFailed(Attempt kept, StoreException error, Effects fx) {
    if (kept != attempt || phase != Phase.QUEUED) {
      return;
    }
    note(error, fx);
    kept.inFlight = false;
    kept.dueAt = engine.now() + backoff(kept);
    leaveIfDeserted(fx);
    planTick(fx);
  }

  synchronized void renewed(Hold renewed, Standing standing, long sentAt, Effects fx) {
    long now = engine.now();
    if (renewed != hold || expire(now, fx)) {
      planTick(fx);
      return;
    }
    trouble = null;
    if (standing instanceof Standing.Holding holding) {
      boolean safe = renewed.renewed(lastTerms, holding, sentAt, now);
      LeaseState present = lease;
      if (safe && present != null) {
        fx.add((engine, caller) -> engine.tellSafe(name, present.token));
      }
      if (confirming || (present == null && renewed.othersWait())) {
        confirming = false;
        passOn(now, fx);
      }
    } else {
      boolean broken = standing instanceof Standing.Absent absent && absent.broken();
      gone(
          broken ? Kind.BROKEN : Kind.REFUSED,
          broken
              ? "an operator ended the hold by force"
              : "the store answered a renewal that this hold does not exist any more",
          fx);
    }
    planTick(fx);
  }

  synchronized void renewalFailed(Hold renewed, StoreException error, Effects fx) {
    if (renewed != hold) {
      return;
    }
    long now = engine.now();
    boolean began = renewed.renewalFailed(lastTerms, error, now);
    LeaseState present = lease;
    if (began && present != null) {
      long remaining = renewed.deadline() - now;
      fx.add((engine, caller) -> engine.tellJeopardy(name, present.token, remaining, error));
    }
    planTick(fx);
  }

  synchronized void ended(Attempt over, Effects fx) {
    if (over != attempt || phase != Phase.ENDING) {
      return;
    }
    trouble = null;
    toIdle(fx);
    planTick(fx);
  }

  synchronized void endFailed(Attempt over, StoreException error, Effects fx) {
    if (over != attempt || phase != Phase.ENDING) {
      return;
    }
    note(error, fx);
    over.inFlight = false;
    over.overtaking = true;
    over.dueAt = engine.now() + backoff(over);
    if (!error.isTransient()) {
      toIdle(fx); // asking again cannot help; the store's own expiry ends it
    }
    planTick(fx);
  }

  // ---- pushes ----

  synchronized void granted(String id, Standing.Holding standing, long sentAt, Effects fx) {
    Attempt waiting = attempt;
    boolean waits = phase == Phase.ASKING || phase == Phase.QUEUED;
    if (waiting != null && waits && waiting.id.equals(id)) {
      trouble = null;
      hold(standing, sentAt, false, fx);
      planTick(fx);
    }
  }

  synchronized void recalled(String id, Effects fx) {
    Hold recalled = hold;
    if (phase == Phase.HELD && recalled != null && recalled.attempt.equals(id)) {
      long now = engine.now();
      recalled.noteWaiters(true, lastTerms, now);
      if (isLingering()) {
        passOn(now, fx);
      }
      planTick(fx);
    }
  }

  synchronized void broken(String id, Effects fx) {
    if (phase == Phase.HELD && hold != null && hold.attempt.equals(id)) {
      gone(Kind.BROKEN, "an operator ended the hold by force", fx);
      planTick(fx);
    }
  }

  /** Pushes may have been missed: looks at the place and the hold at the next tick. */
  synchronized void changed(Effects fx) {
    long now = engine.now();
    if (phase == Phase.QUEUED) {
      current().dueAt = now;
    } else if (phase == Phase.HELD && hold != null && lastTerms.renews) {
      hold.renewNow(now);
    }
    planTick(fx);
  }

  // ---- ticks ----

  /** Does what is due; adds what must be kept alive to the batch. */
  synchronized void tick(long now, Batch batch, Effects fx) {
    room.expire(now, waiter -> timedOut(), fx);
    losePatience(now, fx);
    switch (phase) {
      case IDLE -> {
        if (now - idleSince >= IDLE_NANOS) {
          retired = true;
          engine.retire(this);
          return;
        }
      }
      case ASKING -> {}
      case QUEUED -> {
        if (leaveIfDeserted(fx) == null) {
          Attempt waiting = current();
          if (!waiting.inFlight && now >= waiting.dueAt) {
            waiting.inFlight = true;
            batch.place(this, waiting);
          }
        }
      }
      case HELD -> tickHold(now, batch, fx);
      case ENDING -> {
        Attempt ending = current();
        if (!ending.inFlight && now >= ending.dueAt) {
          sendRelease(ending, fx);
        }
      }
    }
    planTick(fx);
  }

  private void tickHold(long now, Batch batch, Effects fx) {
    Hold held = hold;
    if (held == null || expire(now, fx) || leaveIfDeserted(fx) != null) {
      return;
    }
    LeaseState present = lease;
    if (present != null && now >= present.maxHoldAt()) {
      lose(Kind.MAX_HOLD, "it was held for its maximum, " + present.terms.maxHold(), null, fx);
      end(0, fx);
    } else if (isLingering() && now >= lingerUntil) {
      end(0, fx);
    } else if (now >= held.renewAt()) {
      if (present != null && present.isLeaked()) {
        lose(Kind.LEAKED, "nobody references it and nobody released it", present.acquiredAt, fx);
        end(0, fx);
      } else {
        batch.hold(this, held, held.renewal(name, lastTerms));
      }
    }
  }

  // ---- transitions; all end in a phase that stands ----

  private void start(Waiter first, Effects fx) {
    Attempt asked = new Attempt(engine.nextAttempt(), first.terms, first.waits);
    attempt = asked;
    phase = Phase.ASKING;
    fx.add((engine, caller) -> engine.ask(this, asked, first, caller));
  }

  private void placed(Attempt waiting, Standing.Queued queued) {
    holder = queued.holder();
    waiting.failures = 0;
    if (queued.ahead() != waiting.ahead) {
      waiting.ahead = queued.ahead();
      waiting.polls = 0; // the queue moves, so look often again
    }
    waiting.dueAt = engine.now() + engine.placePause(waiting, queued);
  }

  /** The attempt was granted: the first waiter gets it, once enough of it is certain. */
  private void hold(Standing.Holding standing, long sentAt, boolean claimed, Effects fx) {
    long now = engine.now();
    Attempt granted = current();
    Hold made = new Hold(granted.id, granted.terms, standing, sentAt, claimed, now);
    hold = made;
    holder = granted.id;
    lastTerms = granted.terms;
    phase = Phase.HELD;
    if (made.isThin(granted.terms, now) && !room.isEmpty()) {
      confirming = true;
      made.renewNow(now);
    } else {
      passOn(now, fx);
    }
  }

  /** Nobody has the hold now: the next waiter gets it, or it lingers, or it ends. */
  private void passOn(long now, Effects fx) {
    Hold held = Objects.requireNonNull(hold);
    Waiter next = room.first();
    if (next != null && held.mayServe(next.terms, now)) {
      room.takeFirst();
      give(next, held, now, fx);
    } else if (next == null && lastTerms.mayLinger() && !held.othersWait()) {
      lingerUntil = now + lastTerms.lingerNanos;
      held.share(lastTerms, now);
    } else {
      end(0, fx);
    }
  }

  private void give(Waiter waiter, Hold held, long now, Effects fx) {
    held.serve(waiter.terms, now);
    lastTerms = waiter.terms;
    LeaseState made =
        new LeaseState(
            this,
            held,
            held.nextToken(),
            waiter.terms,
            waiter.threadId(),
            now,
            engine.traceOfAcquire());
    lease = made;
    WaitingRoom.settle(waiter, new Outcome.Granted(made.newHandle(engine)), fx);
  }

  /** The lease's deadline has passed: it is lost, and so is the hold. */
  private boolean expire(long now, Effects fx) {
    Hold held = hold;
    if (held == null || confirming || held.isCertain(now)) {
      return false;
    }
    Throwable error = held.jeopardy();
    lose(
        Kind.EXPIRED,
        error == null
            ? "its deadline passed"
            : "its deadline passed while the store did not answer renewals: " + error.getMessage(),
        error,
        fx);
    end(0, fx);
    return true;
  }

  private void lose(Kind kind, String message, @Nullable Throwable error, Effects fx) {
    LeaseState present = lease;
    lease = null;
    if (present != null) {
      Loss loss = new Loss(kind, message, error);
      List<Consumer<Loss>> callbacks = present.lost(loss);
      fx.add((engine, caller) -> engine.tellLost(present, loss, callbacks));
    }
  }

  /** The store says that the hold is gone: there is nothing to end. */
  private void gone(Kind kind, String message, Effects fx) {
    lose(kind, message, null, fx);
    toIdle(fx);
  }

  /** Nobody waits any more for an attempt that only waits itself. */
  private @Nullable Attempt leaveIfDeserted(Effects fx) {
    if (room.isEmpty() && (phase == Phase.QUEUED || confirming)) {
      end(0, fx);
      return attempt;
    }
    return null;
  }

  /** Begins to end the attempt, wherever it stands in the store. */
  private void end(long keepNanos, Effects fx) {
    Attempt ending = current();
    phase = Phase.ENDING;
    hold = null;
    confirming = false;
    // Rounded up: the name stays taken for at least so long.
    ending.keepMillis = TimeUnit.NANOSECONDS.toMillis(keepNanos + 999_999);
    sendRelease(ending, fx);
  }

  private void sendRelease(Attempt ending, Effects fx) {
    ending.inFlight = true;
    fx.add((engine, caller) -> engine.release(this, ending, caller));
  }

  private void toIdle(Effects fx) {
    Attempt over = current();
    attempt = null;
    hold = null;
    confirming = false;
    phase = Phase.IDLE;
    idleSince = engine.now();
    fx.add((engine, caller) -> over.over());
    Waiter next = room.first();
    if (next != null) {
      start(next, fx);
    }
  }

  // ---- trouble ----

  private void note(StoreException error, Effects fx) {
    trouble = new Trouble(trouble == null ? engine.now() : trouble.since, error);
    room.dismiss(
        waiter -> !waiter.waits || !error.isTransient(), waiter -> new Outcome.Failed(error), fx);
  }

  /** Untimed waiters ride out a silent store for their patience. */
  private void losePatience(long now, Effects fx) {
    Trouble present = trouble;
    if (present != null) {
      room.dismiss(
          waiter -> !waiter.isTimed() && now - patienceEnds(waiter, present) >= 0,
          waiter -> new Outcome.Failed(present.error),
          fx);
    }
  }

  private static long patienceEnds(Waiter waiter, Trouble trouble) {
    return Math.max(waiter.enqueuedAt, trouble.since) + waiter.terms.patienceNanos;
  }

  private Outcome timedOut() {
    return trouble != null ? new Outcome.Failed(trouble.error) : new Outcome.NotGranted(holder);
  }

  private long backoff(Attempt failing) {
    long longest = room.isEmpty() ? LAST_RETRY_NANOS : LAST_RETRY_NANOS / 4;
    long pause = FIRST_RETRY_NANOS << Math.min(failing.failures++, 7);
    return engine.jitter(Math.min(pause, longest));
  }

  // ---- plain facts ----

  private Attempt current() {
    return Objects.requireNonNull(attempt);
  }

  /** Asks for the next tick that this line needs. */
  private void planTick(Effects fx) {
    fx.wakeBy(Math.min(phaseDue(), waitersDue()));
  }

  private long phaseDue() {
    Hold held = hold;
    if (phase == Phase.IDLE) {
      return idleSince + IDLE_NANOS;
    } else if (phase == Phase.HELD && held != null) {
      LeaseState present = lease;
      long ends = present == null ? lingerUntil : present.maxHoldAt();
      return confirming
          ? held.renewAt()
          : Math.min(ends, Math.min(held.renewAt(), held.deadline()));
    } else if (phase == Phase.ASKING || current().inFlight) {
      return Terms.NEVER;
    }
    return current().dueAt;
  }

  private long waitersDue() {
    Trouble present = trouble;
    return present == null
        ? room.nextDeadline()
        : Math.min(room.nextDeadline(), room.earliest(waiter -> patienceEnds(waiter, present)));
  }
}
