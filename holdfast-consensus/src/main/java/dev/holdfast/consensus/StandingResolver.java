package dev.holdfast.consensus;

import dev.holdfast.consensus.Decision.Kept;
import dev.holdfast.consensus.NameSnapshot.Moved;
import dev.holdfast.consensus.Register.Hold;
import dev.holdfast.spi.Standing;
import dev.holdfast.spi.StoreListener;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Executor;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/**
 * Finds out where attempts stand, moves the queue on where that is due, and tells a client what it
 * finds without having been asked. Thread-safe.
 */
final class StandingResolver {
  /*
   * A hold that is over in a few milliseconds is not watched, and its holder is not told of
   * waiters: it would cost more than the hold. What is written meanwhile shows when the watch
   * begins.
   */
  private static final Executor SOON =
      CompletableFuture.delayedExecutor(10, TimeUnit.MILLISECONDS, Runnable::run);

  private final Attempts attempts;
  private final StoreListener listener;
  private final SessionTicker ticker;

  StandingResolver(Attempts attempts, StoreListener listener, SessionTicker ticker) {
    this.attempts = attempts;
    this.listener = listener;
    this.ticker = ticker;
  }

  /** Where an attempt stands; the queue has moved on. */
  Decision<Standing> stand(
      CoordinationSession session, String name, NameSnapshot snapshot, String id) {
    Attempt own = attempts.get(name, id);
    if (own == null || own.session != session) {
      // Whatever node it may still have is of a session that is over.
      return Decision.none(absent(session, name, snapshot, id));
    }
    if (snapshot.child(id) == null) {
      if (own.node() != null) {
        gone(own, snapshot.register());
      }
      return Decision.none(absent(session, name, snapshot, id));
    }
    if (snapshot.hold(id) == null) {
      snapshot.requireStamps();
    }
    // Also one that holds: beside shared and counted holds there may be room.
    Moved moved = snapshot.moveOn();
    NameSnapshot after = moved.granted().isEmpty() ? snapshot : snapshot.with(moved.register());
    Hold hold = after.hold(id);
    if (hold != null && own.owesStay() && after.stay(id) == null) {
      return staying(session, own, after, hold, moved.granted());
    }
    if (moved.granted().isEmpty()) {
      return Decision.none(placed(session, own, snapshot));
    }
    return Decision.write(
        moved.register(),
        others(moved.granted(), own),
        written -> placed(session, own, after.version(written.version())));
  }

  /** A break leaves the stamps of a name behind; only the loss of its data takes them along. */
  private void gone(Attempt own, Register left) {
    if (own.isUnknownTo(left)) {
      attempts.forgotten(own);
    } else {
      attempts.broken(own);
    }
  }

  /**
   * A hold that was handed over stays from now on, before its client hears of it: who handed it
   * over knew nothing of that.
   */
  private Decision<Standing> staying(
      CoordinationSession session,
      Attempt own,
      NameSnapshot snapshot,
      Hold hold,
      List<AttemptNode> granted) {
    Register next = snapshot.staying(hold, own.staysMillis());
    NameSnapshot after = snapshot.with(next);
    return new Decision<>(
        next,
        null,
        List.of(),
        new Kept(own.id, own.staysMillis()),
        others(granted, own),
        written -> placed(session, own, after.version(written.version())));
  }

  private static List<AttemptNode> others(List<AttemptNode> granted, Attempt own) {
    List<AttemptNode> others = new ArrayList<>(granted);
    others.removeIf(child -> child.attempt().equals(own.id));
    return others;
  }

  private Standing placed(CoordinationSession session, Attempt own, NameSnapshot snapshot) {
    Hold hold = snapshot.hold(own.id);
    if (hold != null) {
      own.stays.set(true);
      return holding(own, snapshot, hold);
    }
    int ahead = snapshot.ahead(own.id);
    if (ahead < 0) {
      passOver(session, own);
      return absent(session, own.name, snapshot, own.id);
    }
    own.saw(snapshot);
    AttemptWatcher.own(own, () -> look(own));
    AttemptWatcher.ahead(own, snapshot, () -> look(own));
    if (own.queued.compareAndSet(false, true) && ahead == 0) {
      SOON.execute(() -> recall(session, own, snapshot));
    }
    return new Standing.Queued(
        ahead, snapshot.remainingMillis(session.timeoutMillis()), snapshot.holder());
  }

  /** Tells the holders that there is a waiter. */
  private void recall(CoordinationSession session, Attempt waiting, NameSnapshot snapshot) {
    if (waiting.hasEnded() || waiting.holding.get()) {
      return;
    }
    for (Hold hold : snapshot.live()) {
      AttemptNode child = snapshot.child(hold.attempt());
      if (child != null) {
        session.wake(waiting.name, List.of(child));
      }
    }
  }

  /** There are fewer permits now than it asked for, or others than it knew: its place is over. */
  private void passOver(CoordinationSession session, Attempt own) {
    attempts.remove(own);
    CompletableFuture<Boolean> unused =
        session.delete(own.name, Objects.requireNonNull(own.node()));
  }

  /** What its client is told of a hold, including whether there are waiters. */
  Standing.Holding holding(Attempt own, NameSnapshot snapshot, Hold hold) {
    boolean othersWait = !snapshot.waiting().isEmpty();
    own.saw(snapshot);
    own.holds(hold);
    own.recalled.set(othersWait);
    SOON.execute(() -> AttemptWatcher.own(own, () -> look(own)));
    return new Standing.Holding(
        hold.stamp(), own.session.remainingMillis(ticker.nanos()), othersWait, hold.mode());
  }

  Standing.Absent absent(
      CoordinationSession session, String name, NameSnapshot snapshot, String id) {
    return new Standing.Absent(
        snapshot.remainingMillis(session.timeoutMillis()),
        snapshot.holder(),
        attempts.wasBroken(name, id));
  }

  /** The same standing, with what is certain of the session from this instant on. */
  static Standing since(CoordinationSession session, Standing standing, long sinceNanos) {
    return standing instanceof Standing.Holding held
        ? new Standing.Holding(
            held.stamp(), session.remainingMillis(sinceNanos), held.othersWait(), held.mode())
        : standing;
  }

  /** Looks where an attempt stands now, and tells its client what it does not know. */
  void look(Attempt attempt) {
    if (attempt.hasEnded() || attempt.session.hasEnded() || attempt.looks.getAndIncrement() > 0) {
      return;
    }
    boolean knewWaiters = attempt.recalled.get();
    CompletableFuture<@Nullable Void> unused =
        standing(attempt)
            .handle(
                (standing, error) -> {
                  boolean again;
                  try {
                    if (error == null && !attempt.hasEnded()) {
                      tell(attempt, standing, knewWaiters);
                    }
                  } finally {
                    again = attempt.looks.getAndSet(0) > 1 && error == null;
                  }
                  if (again) {
                    look(attempt);
                  }
                  return null;
                });
  }

  /** Where it stands; what is thrown on the way is the future's, so that every look has an end. */
  private CompletableFuture<Standing> standing(Attempt attempt) {
    CoordinationSession session = attempt.session;
    return CompletableFuture.completedFuture(attempt.name)
        .thenCompose(name -> session.read(name, false))
        .thenCompose(
            snapshot ->
                CasLoop.change(
                    session,
                    attempt.name,
                    snapshot,
                    seen -> stand(session, attempt.name, seen, attempt.id)));
  }

  private void tell(Attempt attempt, Standing standing, boolean knewWaiters) {
    if (!(standing instanceof Standing.Holding held)) {
      return;
    }
    if (attempt.queued.get() && attempt.told.compareAndSet(false, true)) {
      Attempt.Sent sent = attempt.sent();
      Standing since = since(attempt.session, held, sent.heardAtNanos());
      listener.granted(attempt.name, attempt.id, (Standing.Holding) since, sent.at());
    }
    // Also beside a grant: a client that was answered before that it holds ignores the push.
    if (held.othersWait() && !knewWaiters) {
      listener.recalled(attempt.name, attempt.id);
    }
  }
}
