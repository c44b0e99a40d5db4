package dev.holdfast.consensus;

import dev.holdfast.StoreException;
import dev.holdfast.consensus.Attempt.EndedException;
import dev.holdfast.consensus.Change.Kept;
import dev.holdfast.consensus.ServiceSession.Written;
import dev.holdfast.spi.AcquireRequest;
import dev.holdfast.spi.Standing;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import org.jspecify.annotations.Nullable;

/** Acquires names for one client. Thread-safe. */
final class Acquiring {
  /*
   * A name that is free is taken by one write: the attempt's node and the register that grants it, if
   * the register is still the one that was seen. Of a name that this client has released, and that
   * nobody waited for then, the register is known already, so that taking it again is one round trip.
   * A name that is taken costs nothing but a look, unless the attempt waits: then its node is made,
   * behind all others, and a look after that says where it stands.
   *
   * A session that was not heard of for a while, as after the loss of a leader, has little time that
   * is certain, or none, though it takes writes again. A hold of that little would be given back at
   * once, and who tries be told that the name is taken, which is nobody's; so the session first shows
   * that it lives. Where things are well, none is as far gone.
   */
  private static final int MOST_FREE = 4096;

  private static final int LEAST_PART = 3;

  private final Attempts attempts;
  private final Standings standings;
  private final SessionTicker ticker;
  private final Map<String, Free> free = new ConcurrentHashMap<>();

  Acquiring(Attempts attempts, Standings standings, SessionTicker ticker) {
    this.attempts = attempts;
    this.standings = standings;
    this.ticker = ticker;
  }

  CompletableFuture<Standing> acquire(ServiceSession session, AcquireRequest request) {
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
    Sight seen = left == null || left.session != session ? null : left.sight;
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
      ServiceSession session, AcquireRequest request, Standing standing, long since) {
    long least = request.claimMillis() / LEAST_PART;
    CompletableFuture<Boolean> lives =
        standing instanceof Standing.Holding && session.remainingMillis(ticker.nanos()) < least
            ? session.alive()
            : CompletableFuture.completedFuture(true);
    return lives.thenApply(done -> Standings.since(session, standing, since));
  }

  private CompletableFuture<Standing> absent(
      ServiceSession session, AcquireRequest request, boolean fresh) {
    return session
        .read(request.name(), fresh)
        .thenApply(sight -> standings.absent(session, request.name(), sight, request.attempt()));
  }

  private static boolean isFound(Standing standing) {
    return standing instanceof Standing.Holding || standing instanceof Standing.Queued;
  }

  /** A request that was made before: what became of it is to be seen. */
  private CompletableFuture<Standing> again(
      ServiceSession session, Attempt known, AcquireRequest request) {
    return session
        .alive()
        .thenCompose(done -> session.read(known.name, false))
        .thenCompose(
            sight ->
                sight.child(known.id) == null && known.node() == null && !known.hasEnded()
                    ? first(session, known, request, sight)
                    : Changing.change(
                        session, known.name, sight, seen -> found(session, known, seen)));
  }

  /** Its node may be one whose making was answered with an error. */
  private Change<Standing> found(ServiceSession session, Attempt known, Sight sight) {
    Child child = sight.child(known.id);
    if (child != null) {
      known.hasNode(child.node());
    }
    return standings.stand(session, known.name, sight, known.id);
  }

  private CompletableFuture<Standing> first(
      ServiceSession session, Attempt attempt, AcquireRequest request, @Nullable Sight known) {
    CompletableFuture<Sight> seen =
        known == null
            ? session.read(request.name(), false)
            : CompletableFuture.completedFuture(known);
    return seen.thenCompose(sight -> tryOn(session, attempt, request, sight))
        .thenCompose(
            standing -> {
              if (standing instanceof Standing.Holding) {
                return CompletableFuture.completedFuture(standing);
              }
              if (request.waits()) {
                return queue(session, attempt, request);
              }
              // What said that it is taken may have been a server that lags behind. (Who waits has
              // written before it looks again.)
              return session
                  .read(request.name(), true)
                  .thenCompose(sight -> tryOn(session, attempt, request, sight))
                  .thenCompose(
                      again ->
                          again != null
                              ? CompletableFuture.completedFuture(again)
                              : absent(session, request, false));
            })
        .exceptionallyCompose(
            error -> {
              if (!(Rethrow.unwrapped(error) instanceof EndedException)) {
                return CompletableFuture.failedFuture(error);
              }
              return session.hasEnded()
                  ? CompletableFuture.failedFuture(sessionEnded(request))
                  : absent(session, request, false);
            });
  }

  /** That is no answer about the name: a try would say that somebody else holds it. */
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
      ServiceSession session, Attempt attempt, AcquireRequest request, Sight sight) {
    return Changing.change(
        session, request.name(), attempt, sight, seen -> grant(attempt, request, seen));
  }

  private Change<@Nullable Standing> grant(Attempt attempt, AcquireRequest request, Sight sight) {
    String id = request.attempt();
    if (sight.isUsed() && sight.size() != request.size()) {
      return Change.none(new Standing.Mismatched(sight.size()));
    }
    if (!sight.waiting().isEmpty()
        || !sight.admits(request.mode(), request.permits(), request.size())) {
      return Change.nothing();
    }
    long stays = attempt.owesStay() ? attempt.staysMillis() : 0;
    Register next = sight.granting(request, stays);
    Kept kept = stays == 0 ? null : new Kept(id, stays);
    Sight granted = sight.with(next);
    return new Change<>(
        next, request, List.of(), kept, List.of(), written -> granted(attempt, granted, written));
  }

  private Standing granted(Attempt attempt, Sight after, Written written) {
    Child own = Objects.requireNonNull(written.made(), "its node");
    attempt.hasNode(own.node());
    attempt.stays.set(true);
    Sight now = after.and(own).version(written.version());
    return standings.holding(attempt, now, Objects.requireNonNull(now.hold(attempt.id)));
  }

  /** Makes the attempt's node, and looks where it stands. */
  private CompletableFuture<Standing> queue(
      ServiceSession session, Attempt attempt, AcquireRequest request) {
    return Changing.queue(session, attempt, request)
        .thenCompose(
            written -> {
              attempt.hasNode(Objects.requireNonNull(written.made(), "its node").node());
              Sight seen = written.seen();
              return seen == null
                  ? session.read(request.name(), false)
                  : CompletableFuture.completedFuture(seen);
            })
        .thenCompose(
            sight ->
                Changing.change(
                    session,
                    request.name(),
                    sight,
                    seen -> {
                      Standing.Mismatched mismatched = mismatch(session, attempt, request, seen);
                      return mismatched == null
                          ? standings.stand(session, request.name(), seen, request.attempt())
                          : Change.none(mismatched);
                    }));
  }

  private Standing.@Nullable Mismatched mismatch(
      ServiceSession session, Attempt attempt, AcquireRequest request, Sight sight) {
    if (!sight.isUsed() || sight.size() == request.size()) {
      return null;
    }
    attempts.remove(attempt);
    CompletableFuture<Boolean> unused =
        session.delete(request.name(), Objects.requireNonNull(attempt.node()));
    return new Standing.Mismatched(sight.size());
  }

  /** Takes in that a name was released and nobody waited for it. */
  void isFree(ServiceSession session, String name, Sight sight) {
    if (free.size() >= MOST_FREE) {
      free.clear();
    }
    Free unused = free.put(name, new Free(session, sight));
  }

  private record Free(ServiceSession session, Sight sight) {}
}
