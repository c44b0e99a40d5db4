package dev.holdfast.consensus;

import dev.holdfast.StoreException;
import dev.holdfast.consensus.Attempt.EndedException;
import dev.holdfast.consensus.CoordinationSession.Written;
import dev.holdfast.consensus.Decision.Kept;
import dev.holdfast.spi.AcquireRequest;
import dev.holdfast.spi.Futures;
import dev.holdfast.spi.Standing;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import org.jspecify.annotations.Nullable;

/**
 * Acquires names for one client. Thread-safe.
 *
 * <ol>
 *   <li>An attempt whose release came first (it left a mark) is not granted.
 *   <li>A lock-delay that the session cannot keep is refused before anything is sent.
 *   <li>A request that was made before waits for the first one, and then reads what became of it.
 *   <li>The name is read, unless this client released it and no other attempt waited then. If it
 *       has room and no queue, one write makes the attempt's node and grants it.
 *   <li>Otherwise an attempt that waits makes its node behind all others, reads again, and is told
 *       its place. {@link AttemptWatcher} then watches its own node and the node in its way; {@link
 *       StandingResolver#look} moves the queue on and tells the client of its grant.
 *   <li>An attempt that does not wait reads once more, as new as other clients may have been
 *       answered, tries again if there is room, and ends otherwise.
 *   <li>Before a hold is answered of which too little time is certain, the session shows the
 *       service that it lives.
 * </ol>
 */
final class ConsensusAcquire {
  /*
   * A name that is free is taken by one write: the attempt's node and the register that grants it, if
   * the register is still the one that was seen. Of a name that this client has released, and that
   * no attempt waited for then, the register is known already: taking it again is one round trip.
   * A name that is taken costs nothing but a look, unless the attempt waits: then its node is made,
   * behind all others, and a look after that says where it stands.
   *
   * A session that was not heard of for a while, as after the loss of a leader, has little time that
   * is certain, or none, though it takes writes again. A hold of that little would be given back at
   * once, and a client that tries would be told that the name is taken, although it is free. So the
   * session first shows that it lives. In normal operation no session has so little time left.
   */
  private static final int MOST_FREE = 4096;

  private static final int LEAST_PART = 3;

  private final Attempts attempts;
  private final StandingResolver resolver;
  private final SessionTicker ticker;
  private final Map<String, Free> free = new ConcurrentHashMap<>();

  ConsensusAcquire(Attempts attempts, StandingResolver resolver, SessionTicker ticker) {
    this.attempts = attempts;
    this.resolver = resolver;
    this.ticker = ticker;
  }

  CompletableFuture<Standing> acquire(CoordinationSession session, AcquireRequest request) {
    long since = ticker.nanos();
    if (attempts.hasMark(request.name(), request.attempt())) {
      return absent(session, request, true);
    }
    StoreException unkept = LockDelay.refused(session, request);
    if (unkept != null) {
      return CompletableFuture.failedFuture(unkept);
    }
    Attempt made = new Attempt(request, session, since);
    Attempt known = attempts.add(made);
    if (known != made) {
      known.sent(request.sentAt(), since);
      return known
          .settled
          .thenCompose(done -> again(session, known, request))
          .thenCompose(standing -> certain(session, request, standing, since));
    }
    Free left = free.remove(request.name());
    NameSnapshot seen = left == null || left.session != session ? null : left.snapshot;
    // Until when it stays is for the service's clock to say.
    CompletableFuture<Boolean> told =
        made.owesStay() ? session.tellTime() : CompletableFuture.completedFuture(true);
    return told.thenCompose(now -> first(session, made, request, seen))
        .thenCompose(standing -> certain(session, request, standing, since))
        .whenComplete(
            (standing, error) -> {
              if (error == null && !isFound(standing)) {
                attempts.remove(made);
              }
              made.settled.complete(null);
            });
  }

  /** The same standing, with what is certain of the session: of a hold, enough to be of use. */
  private CompletableFuture<Standing> certain(
      CoordinationSession session, AcquireRequest request, Standing standing, long since) {
    long least = request.claimMillis() / LEAST_PART;
    CompletableFuture<Boolean> lives =
        standing instanceof Standing.Holding && session.remainingMillis(ticker.nanos()) < least
            ? session.alive()
            : CompletableFuture.completedFuture(true);
    return lives.thenApply(done -> StandingResolver.since(session, standing, since));
  }

  private CompletableFuture<Standing> absent(
      CoordinationSession session, AcquireRequest request, boolean fresh) {
    return session
        .read(request.name(), fresh)
        .thenApply(
            snapshot -> resolver.absent(session, request.name(), snapshot, request.attempt()));
  }

  private static boolean isFound(Standing standing) {
    return standing instanceof Standing.Holding || standing instanceof Standing.Queued;
  }

  /** A request that was made before: what became of it is to be seen. */
  private CompletableFuture<Standing> again(
      CoordinationSession session, Attempt known, AcquireRequest request) {
    return session
        .alive()
        .thenCompose(done -> session.read(known.name, false))
        .thenCompose(
            snapshot ->
                snapshot.child(known.id) == null && known.node() == null && !known.hasEnded()
                    ? first(session, known, request, snapshot)
                    : CasLoop.change(
                        session, known.name, snapshot, seen -> found(session, known, seen)));
  }

  /** Its node may be one whose making was answered with an error. */
  private Decision<Standing> found(
      CoordinationSession session, Attempt known, NameSnapshot snapshot) {
    AttemptNode child = snapshot.child(known.id);
    if (child != null) {
      known.hasNode(child.node());
    }
    return resolver.stand(session, known.name, snapshot, known.id);
  }

  private CompletableFuture<Standing> first(
      CoordinationSession session,
      Attempt attempt,
      AcquireRequest request,
      @Nullable NameSnapshot known) {
    CompletableFuture<NameSnapshot> seen =
        known == null
            ? session.read(request.name(), false)
            : CompletableFuture.completedFuture(known);
    return seen.thenCompose(snapshot -> tryOn(session, attempt, request, snapshot))
        .thenCompose(
            standing -> {
              if (standing instanceof Standing.Holding) {
                return CompletableFuture.completedFuture(standing);
              }
              if (request.waits()) {
                return queue(session, attempt, request);
              }
              // What said that it is taken may have been a server that lags behind. (An
              // attempt that waits has written before it looks again.)
              return session
                  .read(request.name(), true)
                  .thenCompose(snapshot -> tryOn(session, attempt, request, snapshot))
                  .thenCompose(
                      again ->
                          again != null
                              ? CompletableFuture.completedFuture(again)
                              : absent(session, request, false));
            })
        .exceptionallyCompose(
            error -> {
              if (!(Futures.unwrapped(error) instanceof EndedException)) {
                return CompletableFuture.failedFuture(error);
              }
              return session.hasEnded()
                  ? CompletableFuture.failedFuture(sessionEnded(request))
                  : absent(session, request, false);
            });
  }

  /** That is no answer about the name: a try would say that another client holds it. */
  private static StoreException sessionEnded(AcquireRequest request) {
    return new StoreException(
        "acquire '"
            + request.name()
            + "': the session ended meanwhile; whatever was granted ended with it",
        null,
        true);
  }

  /** Grants it if there is room; null if there is none. */
  private CompletableFuture<@Nullable Standing> tryOn(
      CoordinationSession session, Attempt attempt, AcquireRequest request, NameSnapshot snapshot) {
    return CasLoop.change(
        session, request.name(), attempt, snapshot, seen -> grant(attempt, request, seen));
  }

  private Decision<@Nullable Standing> grant(
      Attempt attempt, AcquireRequest request, NameSnapshot snapshot) {
    String id = request.attempt();
    if (snapshot.isUsed() && snapshot.size() != request.size()) {
      return Decision.none(new Standing.Mismatched(snapshot.size()));
    }
    if (!snapshot.waiting().isEmpty()
        || !snapshot.admits(request.mode(), request.permits(), request.size())) {
      return Decision.nothing();
    }
    long stays = attempt.owesStay() ? attempt.staysMillis() : 0;
    Register next = snapshot.granting(request, stays);
    Kept kept = stays == 0 ? null : new Kept(id, stays);
    NameSnapshot granted = snapshot.with(next);
    return new Decision<>(
        next, request, List.of(), kept, List.of(), written -> granted(attempt, granted, written));
  }

  private Standing granted(Attempt attempt, NameSnapshot after, Written written) {
    AttemptNode own = Objects.requireNonNull(written.made(), "its node");
    attempt.hasNode(own.node());
    attempt.stays.set(true);
    NameSnapshot now = after.and(own).version(written.version());
    return resolver.holding(attempt, now, Objects.requireNonNull(now.hold(attempt.id)));
  }

  /** Makes the attempt's node, and looks where it stands. */
  private CompletableFuture<Standing> queue(
      CoordinationSession session, Attempt attempt, AcquireRequest request) {
    return CasLoop.queue(session, attempt, request)
        .thenCompose(
            written -> {
              attempt.hasNode(Objects.requireNonNull(written.made(), "its node").node());
              NameSnapshot seen = written.seen();
              return seen == null
                  ? session.read(request.name(), false)
                  : CompletableFuture.completedFuture(seen);
            })
        .thenCompose(
            snapshot ->
                CasLoop.change(
                    session,
                    request.name(),
                    snapshot,
                    seen -> {
                      Standing.Mismatched mismatched = mismatch(session, attempt, request, seen);
                      return mismatched == null
                          ? resolver.stand(session, request.name(), seen, request.attempt())
                          : Decision.none(mismatched);
                    }));
  }

  private Standing.@Nullable Mismatched mismatch(
      CoordinationSession session, Attempt attempt, AcquireRequest request, NameSnapshot snapshot) {
    if (!snapshot.isUsed() || snapshot.size() == request.size()) {
      return null;
    }
    attempts.remove(attempt);
    CompletableFuture<Boolean> unused =
        session.delete(request.name(), Objects.requireNonNull(attempt.node()));
    return new Standing.Mismatched(snapshot.size());
  }

  /** Takes in that a name was released and no attempt waited for it. */
  void isFree(CoordinationSession session, String name, NameSnapshot snapshot) {
    if (free.size() >= MOST_FREE) {
      free.clear();
    }
    Free unused = free.put(name, new Free(session, snapshot));
  }

  private record Free(CoordinationSession session, NameSnapshot snapshot) {}
}
