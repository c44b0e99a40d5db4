package dev.holdfast.consensus;

import dev.holdfast.consensus.Register.Hold;
import dev.holdfast.consensus.Sight.Moved;
import dev.holdfast.spi.KeepAlive;
import dev.holdfast.spi.Mode;
import dev.holdfast.spi.Standing;
import java.util.List;
import java.util.concurrent.CompletableFuture;

/**
 * Says what became of a client's holds and places, and changes holds. Keeping them alive is the
 * session's affair. Thread-safe.
 */
final class Keeping {
  private final Attempts attempts;
  private final Standings standings;
  private final SessionTicker ticker;

  Keeping(Attempts attempts, Standings standings, SessionTicker ticker) {
    this.attempts = attempts;
    this.standings = standings;
    this.ticker = ticker;
  }

  CompletableFuture<Standing> keepAlive(ServiceSession session, KeepAlive request) {
    Attempt own = attempts.get(request.name(), request.attempt());
    if (own != null && request instanceof KeepAlive.Place place) {
      own.sent(place.sentAt(), ticker.nanos());
    }
    return session
        .read(request.name(), false)
        .thenCompose(
            sight ->
                Changing.change(
                    session, request.name(), sight, seen -> change(session, seen, request)));
  }

  private Change<Standing> change(ServiceSession session, Sight sight, KeepAlive request) {
    Attempt own = attempts.get(request.name(), request.attempt());
    Hold hold = sight.hold(request.attempt());
    if (own == null || own.session != session || hold == null) {
      return withoutHold(session, sight, request);
    }
    if (request instanceof KeepAlive.Hold renewal && renewal.newStamp()) {
      return restamped(own, sight, hold, sight.nextStamp());
    }
    if (request instanceof KeepAlive.Raise raise && hold.stamp() < raise.stamp()) {
      long last = sight.register().lastStamp();
      Stamps.requireOneAfter(last);
      long stamp = Stamps.required(Math.max(last + 1, raise.stamp()));
      return restamped(own, sight, hold, stamp);
    }
    if (request instanceof KeepAlive.Change change && changes(sight, hold, change)) {
      return changed(own, sight, hold, change.to());
    }
    return standings.stand(session, request.name(), sight, request.attempt());
  }

  private Change<Standing> withoutHold(ServiceSession session, Sight sight, KeepAlive request) {
    Change<Standing> found = standings.stand(session, request.name(), sight, request.attempt());
    if (request instanceof KeepAlive.Place) {
      return found;
    }
    // Only who has a hold can renew or change it; it may have been handed over just now.
    return found.answering(
        written -> {
          Standing standing = found.result().apply(written);
          return standing instanceof Standing.Queued
              ? standings.absent(session, request.name(), sight, request.attempt())
              : standing;
        });
  }

  private Change<Standing> restamped(Attempt own, Sight sight, Hold hold, long stamp) {
    Hold changed = new Hold(hold.attempt(), hold.mode(), hold.permits(), stamp, 0);
    Sight after = sight.with(sight.replacing(changed));
    return Change.write(
        after.register(),
        List.of(),
        written -> standings.holding(own, after.version(written.version()), changed));
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
    return Change.write(
        moved.register(),
        moved.granted(),
        written -> standings.holding(own, after.version(written.version()), changed));
  }
}
