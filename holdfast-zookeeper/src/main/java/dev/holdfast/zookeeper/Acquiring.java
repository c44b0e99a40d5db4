package dev.holdfast.zookeeper;

import dev.holdfast.spi.AcquireRequest;
import dev.holdfast.spi.Standing;
import dev.holdfast.zookeeper.Attempt.EndedException;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import org.apache.zookeeper.OpResult;
import org.jspecify.annotations.Nullable;

/** Acquires names for one client. Thread-safe. */
final class Acquiring {
  /*
   * A name that is free is taken by one write: the attempt's node and the register that grants it, if
   * the register is still the one that was seen. Of a name that this client has released, and that
   * nobody waited for then, the register is known already, so that taking it again is one round trip.
   * A name that is taken costs nothing but a look, unless the attempt waits: then its node is made,
   * behind all others, and a look after that says where it stands.
   */
  private static final int MOST_FREE = 4096;

  private final NameNodes names;
  private final Attempts attempts;
  private final Standings standings;
  private final SessionTicker ticker;
  private final Map<String, Sight> free = new ConcurrentHashMap<>();

  Acquiring(NameNodes names, Attempts attempts, Standings standings, SessionTicker ticker) {
    this.names = names;
    this.attempts = attempts;
    this.standings = standings;
    this.ticker = ticker;
  }

  CompletableFuture<Standing> acquire(Conn conn, AcquireRequest request) {
    long since = ticker.nanos();
    String id = request.attempt();
    if (attempts.hasMark(request.name(), id)) {
      return names
          .read(conn, request.name(), true)
          .thenApply(sight -> standings.absent(conn, request.name(), sight, id));
    }
    Attempt made = new Attempt(request.name(), id, conn, request.sentAt(), since);
    Attempt known = attempts.add(made);
    if (known != made) {
      known.sent(request.sentAt(), since);
      return known.settled.thenCompose(done -> again(conn, known, request, since));
    }
    return first(conn, made, request, free.remove(request.name()))
        .thenApply(standing -> Standings.since(conn, standing, since))
        .whenComplete(
            (standing, error) -> {
              if (error == null && !isFound(standing)) {
                attempts.remove(made);
              }
              made.settled.complete(null);
            });
  }

  private static boolean isFound(Standing standing) {
    return standing instanceof Standing.Holding || standing instanceof Standing.Queued;
  }

  /** A request that was made before: what became of it is to be seen. */
  private CompletableFuture<Standing> again(
      Conn conn, Attempt known, AcquireRequest request, long since) {
    CompletableFuture<Boolean> alive = conn.touch(names.layout().clock());
    return alive
        .thenCompose(done -> names.read(conn, known.name, false))
        .thenCompose(
            sight ->
                sight.child(known.id) == null && known.node() == null && !known.hasEnded()
                    ? first(conn, known, request, sight)
                    : names.change(conn, known.name, sight, s -> found(conn, known, s)))
        .thenApply(standing -> Standings.since(conn, standing, since));
  }

  /** Its node may be one whose making was answered with an error. */
  private Change<Standing> found(Conn conn, Attempt known, Sight sight) {
    Child child = sight.child(known.id);
    if (child != null) {
      known.hasNode(child.node());
    }
    return standings.stand(conn, known.name, sight, known.id);
  }

  private CompletableFuture<Standing> first(
      Conn conn, Attempt attempt, AcquireRequest request, @Nullable Sight known) {
    CompletableFuture<Sight> seen =
        known == null
            ? names.read(conn, request.name(), false)
            : CompletableFuture.completedFuture(known);
    return seen.thenCompose(sight -> tryOn(conn, attempt, request, sight))
        .thenCompose(
            standing -> {
              if (standing != null) {
                return CompletableFuture.completedFuture(standing);
              }
              if (request.waits()) {
                return queue(conn, attempt, request);
              }
              // What said that it is taken may have been a server that lags behind.
              return names
                  .read(conn, request.name(), true)
                  .thenCompose(
                      sight ->
                          tryOn(conn, attempt, request, sight)
                              .thenCompose(again -> orAbsent(conn, request, again)));
            })
        .thenApply(standing -> Objects.requireNonNull(standing, "standing"))
        .exceptionallyCompose(
            error ->
                Failures.unwrapped(error) instanceof EndedException
                    ? names
                        .read(conn, request.name(), false)
                        .thenApply(
                            sight ->
                                standings.absent(conn, request.name(), sight, request.attempt()))
                    : CompletableFuture.failedFuture(error));
  }

  private CompletableFuture<Standing> orAbsent(
      Conn conn, AcquireRequest request, @Nullable Standing standing) {
    return standing != null
        ? CompletableFuture.completedFuture(standing)
        : names
            .read(conn, request.name(), false)
            .thenApply(sight -> standings.absent(conn, request.name(), sight, request.attempt()));
  }

  /** Grants it if there is room; null if there is none. */
  private CompletableFuture<@Nullable Standing> tryOn(
      Conn conn, Attempt attempt, AcquireRequest request, Sight sight) {
    return names.change(conn, request.name(), sight, seen -> grant(attempt, request, seen));
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
    Register next = sight.granting(id, request.mode(), request.permits(), request.size());
    return new Change<>(
        next,
        List.of(names.node(request.name(), Child.prefix(request))),
        attempt,
        List.of(),
        results -> granted(attempt, sight.with(next), results.get(0)));
  }

  private Standing granted(Attempt attempt, Sight after, OpResult made) {
    Child own = Objects.requireNonNull(Child.parse(NameNodes.made(made)));
    attempt.hasNode(own.node());
    Sight now = after.and(own);
    return standings.holding(attempt, now, Objects.requireNonNull(now.hold(attempt.id)));
  }

  /** Makes the attempt's node, and looks where it stands. */
  private CompletableFuture<@Nullable Standing> queue(
      Conn conn, Attempt attempt, AcquireRequest request) {
    return names
        .queue(conn, attempt, Child.prefix(request))
        .thenCompose(
            results -> {
              attempt.hasNode(NameNodes.made(results.get(0)));
              return names.read(conn, request.name(), false);
            })
        .thenCompose(
            sight ->
                names.change(
                    conn,
                    request.name(),
                    sight,
                    seen -> {
                      Standing.Mismatched mismatched = mismatch(conn, attempt, request, seen);
                      return mismatched == null
                          ? standings.stand(conn, request.name(), seen, request.attempt())
                          : Change.none(mismatched);
                    }));
  }

  private Standing.@Nullable Mismatched mismatch(
      Conn conn, Attempt attempt, AcquireRequest request, Sight sight) {
    if (!sight.isUsed() || sight.size() == request.size()) {
      return null;
    }
    attempts.remove(attempt);
    CompletableFuture<Boolean> unused =
        conn.delete(names.path(request.name(), Objects.requireNonNull(attempt.node())));
    return new Standing.Mismatched(sight.size());
  }

  /** Takes in that a name was released and nobody waited for it. */
  void isFree(String name, Sight sight) {
    if (free.size() >= MOST_FREE) {
      free.clear();
    }
    Sight unused = free.put(name, sight);
  }
}
