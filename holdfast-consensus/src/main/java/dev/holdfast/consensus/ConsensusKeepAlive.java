package dev.holdfast.consensus;

import dev.holdfast.consensus.NameSnapshot.Moved;
import dev.holdfast.consensus.Register.Hold;
import dev.holdfast.spi.KeepAlive;
import dev.holdfast.spi.Mode;
import dev.holdfast.spi.Standing;
import java.util.List;
import java.util.concurrent.CompletableFuture;

/**
 * Says what became of a client's holds and places, and changes holds. Nothing here makes them live
 * longer: they live for as long as the session does. Thread-safe.
 *
 * <ol>
 *   <li>The name is read.
 *   <li>If the attempt has no hold in this session, the answer is where it stands. A renewal of
 *       what turns out to be a place in the queue is answered that there is no hold.
 *   <li>A request for a new stamp, or for at least a given one, writes that stamp.
 *   <li>A request for another mode writes it if that is possible now, and grants waiting attempts
 *       that there is then room for.
 *   <li>Any other request is answered by {@link StandingResolver#stand}, which also moves the queue
 *       on where that is due. A node that is gone means a loss, which it tells the client.
 * </ol>
 */
final class ConsensusKeepAlive {
  private final Attempts attempts;
  private final StandingResolver resolver;
  private final SessionTicker ticker;

  ConsensusKeepAlive(Attempts attempts, StandingResolver resolver, SessionTicker ticker) {
    this.attempts = attempts;
    this.resolver = resolver;
    this.ticker = ticker;
  }

  CompletableFuture<Standing> keepAlive(CoordinationSession session, KeepAlive request) {
    Attempt own = attempts.get(request.name(), request.attempt());
    if (own != null && request instanceof KeepAlive.Place place) {
      own.sent(place.sentAt(), ticker.nanos());
    }
    return session
        .read(request.name(), false)
        .thenCompose(
            snapshot ->
                CasLoop.change(
                    session, request.name(), snapshot, seen -> change(session, seen, request)));
  }

  private Decision<Standing> change(
      CoordinationSession session, NameSnapshot snapshot, KeepAlive request) {
    Attempt own = attempts.get(request.name(), request.attempt());
    Hold hold = snapshot.hold(request.attempt());
    if (own == null || own.session != session || hold == null) {
      return withoutHold(session, snapshot, request);
    }
    if (request instanceof KeepAlive.Hold renewal && renewal.newStamp()) {
      return restamped(own, snapshot, hold, snapshot.nextStamp());
    }
    if (request instanceof KeepAlive.Raise raise && hold.stamp() < raise.stamp()) {
      long last = snapshot.register().lastStamp();
      Stamps.requireOneAfter(last);
      long stamp = Stamps.required(Math.max(last + 1, raise.stamp()));
      return restamped(own, snapshot, hold, stamp);
    }
    if (request instanceof KeepAlive.Change change && changes(snapshot, hold, change)) {
      return changed(own, snapshot, hold, change.to());
    }
    return resolver.stand(session, request.name(), snapshot, request.attempt());
  }

  private Decision<Standing> withoutHold(
      CoordinationSession session, NameSnapshot snapshot, KeepAlive request) {
    Decision<Standing> found = resolver.stand(session, request.name(), snapshot, request.attempt());
    if (request instanceof KeepAlive.Place) {
      return found;
    }
    // Only a hold can be renewed or changed; it may have been handed over just now.
    return found.answering(
        written -> {
          Standing standing = found.result().apply(written);
          return standing instanceof Standing.Queued
              ? resolver.absent(session, request.name(), snapshot, request.attempt())
              : standing;
        });
  }

  private Decision<Standing> restamped(Attempt own, NameSnapshot snapshot, Hold hold, long stamp) {
    Hold changed = new Hold(hold.attempt(), hold.mode(), hold.permits(), stamp, 0);
    NameSnapshot after = snapshot.with(snapshot.replacing(changed));
    return Decision.write(
        after.register(),
        List.of(),
        written -> resolver.holding(own, after.version(written.version()), changed));
  }

  private static boolean changes(NameSnapshot snapshot, Hold hold, KeepAlive.Change request) {
    return hold.mode() != Mode.COUNTED
        && hold.stamp() == request.stamp()
        && (request.to() == Mode.SHARED || snapshot.live().size() == 1);
  }

  /** In another mode, which may make room for those who wait. */
  private Decision<Standing> changed(Attempt own, NameSnapshot snapshot, Hold hold, Mode to) {
    Hold changed = new Hold(hold.attempt(), to, hold.permits(), snapshot.nextStamp(), 0);
    Moved moved = snapshot.with(snapshot.replacing(changed)).moveOn();
    NameSnapshot after = snapshot.with(moved.register());
    return Decision.write(
        moved.register(),
        moved.granted(),
        written -> resolver.holding(own, after.version(written.version()), changed));
  }
}
