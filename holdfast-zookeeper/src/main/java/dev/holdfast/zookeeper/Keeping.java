package dev.holdfast.zookeeper;

import dev.holdfast.spi.KeepAlive;
import dev.holdfast.spi.Mode;
import dev.holdfast.spi.Standing;
import dev.holdfast.zookeeper.Register.Hold;
import dev.holdfast.zookeeper.Sight.Moved;
import java.util.List;
import java.util.concurrent.CompletableFuture;

/**
 * Says what became of a client's holds and places, and changes holds. Keeping them alive is the
 * session's affair. Thread-safe.
 */
final class Keeping {
  private final NameNodes names;
  private final Attempts attempts;
  private final Standings standings;
  private final SessionTicker ticker;

  Keeping(NameNodes names, Attempts attempts, Standings standings, SessionTicker ticker) {
    this.names = names;
    this.attempts = attempts;
    this.standings = standings;
    this.ticker = ticker;
  }

  CompletableFuture<Standing> keepAlive(Conn conn, KeepAlive request) {
    Attempt own = attempts.get(request.name(), request.attempt());
    if (own != null && request instanceof KeepAlive.Place place) {
      own.sent(place.sentAt(), ticker.nanos());
    }
    return names
        .read(conn, request.name(), false)
        .thenCompose(
            sight ->
                names.change(conn, request.name(), sight, seen -> change(conn, seen, request)));
  }

  private Change<Standing> change(Conn conn, Sight sight, KeepAlive request) {
    Attempt own = attempts.get(request.name(), request.attempt());
    Hold hold = sight.hold(request.attempt());
    if (own == null || own.conn != conn || hold == null) {
      return withoutHold(conn, sight, request);
    }
    if (request instanceof KeepAlive.Hold renewal && renewal.newStamp()) {
      return restamped(own, sight, hold, sight.nextStamp());
    }
    if (request instanceof KeepAlive.Raise raise && hold.stamp() < raise.stamp()) {
      long stamp = Math.max(sight.register().lastStamp() + 1, raise.stamp());
      return restamped(own, sight, hold, stamp);
    }
    if (request instanceof KeepAlive.Change change && changes(sight, hold, change)) {
      return changed(own, sight, hold, change.to());
    }
    return standings.stand(conn, request.name(), sight, request.attempt());
  }

  private Change<Standing> withoutHold(Conn conn, Sight sight, KeepAlive request) {
    Change<Standing> found = standings.stand(conn, request.name(), sight, request.attempt());
    if (request instanceof KeepAlive.Place) {
      return found;
    }
    // Only who has a hold can renew or change it; it may have been handed over just now.
    return new Change<>(
        found.next(),
        found.others(),
        found.maker(),
        found.wake(),
        results -> {
          Standing standing = found.result().apply(results);
          return standing instanceof Standing.Queued
              ? standings.absent(conn, request.name(), sight, request.attempt())
              : standing;
        });
  }

  private Change<Standing> restamped(Attempt own, Sight sight, Hold hold, long stamp) {
    Hold changed = new Hold(hold.attempt(), hold.mode(), hold.permits(), stamp, 0);
    Sight after = sight.with(sight.replacing(changed));
    return new Change<>(
        after.register(),
        List.of(),
        null,
        List.of(),
        results -> standings.holding(own, after, changed));
  }

  private static boolean changes(Sight sight, Hold hold, KeepAlive.Change request) {
    return hold.mode() != Mode.COUNTED
        && hold.stamp() == request.stamp()
        && (request.to() == Mode.SHARED || sight.live().size() == 1);
  }

  /** In another mode, which may make room for those who wait. */
  private Change<Standing> changed(Attempt own, Sight sight, Hold hold, Mode to) {
    Hold changed = new Hold(hold.attempt(), to, hold.permits(), sight.nextStamp(), 0);
    Moved moved = sight.with(sight.replacing(changed)).moveOn();
    Sight after = sight.with(moved.register());
    return new Change<>(
        moved.register(),
        List.of(),
        null,
        moved.granted(),
        results -> standings.holding(own, after, changed));
  }
}
