package dev.holdfast.consensus;

import dev.holdfast.consensus.Decision.Kept;
import dev.holdfast.consensus.NameSnapshot.Moved;
import dev.holdfast.consensus.Register.Hold;
import dev.holdfast.spi.Mode;
import dev.holdfast.spi.ReleaseRequest;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import org.jspecify.annotations.Nullable;

/**
 * Ends attempts and holds, and gives semaphores another size. Thread-safe.
 *
 * <p>A release:
 *
 * <ol>
 *   <li>The client forgets the attempt. If its node is not known, or the acquire may arrive later,
 *       a mark keeps that acquire from being granted.
 *   <li>A node whose making is still under way is refused, or taken away.
 *   <li>A hold without a known waiter: its node is taken away, which ends the hold. If the name is
 *       free then, {@link ConsensusAcquire} remembers its register for the next acquire.
 *   <li>Otherwise {@link CasLoop} takes the node away and grants the next attempts in the queue, in
 *       one write. The clients of these attempts are told, except for the first: it watches the
 *       node that goes.
 *   <li>A hold that is to be kept for a time stays in the register without a client until then.
 * </ol>
 *
 * <p>A break ends all holds of the name and grants the next attempts in one write. The old holders
 * find their nodes gone; see {@link StandingResolver}.
 */
final class ConsensusRelease {
  private final Attempts attempts;
  private final ConsensusAcquire acquiring;

  ConsensusRelease(Attempts attempts, ConsensusAcquire acquiring) {
    this.attempts = attempts;
    this.acquiring = acquiring;
  }

  CompletableFuture<Boolean> release(CoordinationSession session, ReleaseRequest request) {
    Attempt own = attempts.get(request.name(), request.attempt());
    if (own != null) {
      attempts.remove(own);
    }
    String node = own == null || own.session != session ? null : own.node();
    if (node == null || request.overtaking()) {
      attempts.mark(request.name(), request.attempt(), request.markMillis());
    }
    return attempts
        .settle(request.name(), request.attempt())
        .thenCompose(
            found ->
                end(session, request, found ? null : own, node).thenApply(ended -> ended || found))
        .thenApply(
            ended -> {
              if (!ended) {
                attempts.mark(request.name(), request.attempt(), request.markMillis());
              }
              return ended;
            });
  }

  private CompletableFuture<Boolean> end(
      CoordinationSession session,
      ReleaseRequest request,
      @Nullable Attempt own,
      @Nullable String node) {
    NameSnapshot last = own == null ? null : own.last();
    if (request.keepMillis() > 0) {
      // Until when it stays is for the service's clock to say.
      return session.tellTime().thenCompose(told -> handOn(session, request, null));
    }
    if (own == null || node == null || last == null || own.staysMillis() > 0) {
      return handOn(session, request, null);
    }
    return last.waiting().isEmpty() && !own.recalled.get()
        ? leave(session, own, node, last)
        : handOn(session, request, isNextAlone(last) ? last : null);
  }

  private static CompletableFuture<Boolean> handOn(
      CoordinationSession session, ReleaseRequest request, @Nullable NameSnapshot known) {
    return CasLoop.change(session, request.name(), known, snapshot -> released(snapshot, request));
  }

  /** Whether one at most is granted next: for a run, those have to be seen who came just now. */
  private static boolean isNextAlone(NameSnapshot last) {
    return !last.waiting().isEmpty() && last.waiting().get(0).mode() == Mode.EXCLUSIVE;
  }

  /** Takes away the node of a hold that has no known waiter. */
  private CompletableFuture<Boolean> leave(
      CoordinationSession session, Attempt own, String node, NameSnapshot last) {
    return session
        .leave(own.name, node, last)
        .thenApply(
            left -> {
              if (left.found() && left.free() != null) {
                acquiring.isFree(session, own.name, left.free());
              }
              return left.found();
            });
  }

  private static Decision<Boolean> released(NameSnapshot snapshot, ReleaseRequest request) {
    AttemptNode child = snapshot.child(request.attempt());
    if (child == null) {
      return Decision.none(false);
    }
    List<AttemptNode> ends = List.of(child);
    Hold hold = snapshot.hold(request.attempt());
    if (hold != null && request.keepMillis() > 0) {
      Register keeping = snapshot.keeping(hold, request.keepMillis());
      Kept kept = new Kept(request.attempt(), request.keepMillis());
      return new Decision<>(keeping, null, ends, kept, List.of(), written -> true);
    }
    Moved moved = snapshot.ended(request.attempt()).moveOn();
    if (moved.granted().isEmpty()) {
      // The register goes on saying that it holds, which its node is needed for, unless it stays.
      Register next = snapshot.stay(request.attempt()) == null ? null : moved.register();
      return Decision.end(next, ends, List.of(), true);
    }
    // The first in the queue watches the node that goes; the others of a run are told.
    List<AttemptNode> wake = moved.granted();
    if (hold != null) {
      wake = wake.subList(1, wake.size());
    }
    return Decision.end(moved.register(), ends, wake, true);
  }

  /** Ends what holds a name, and what keeps it from being held by anybody. */
  CompletableFuture<Boolean> breakHold(CoordinationSession session, String name) {
    return session
        .mendFloor(name)
        .thenCompose(
            mended ->
                CasLoop.change(session, name, null, ConsensusRelease::broken)
                    .thenApply(broken -> broken || mended));
  }

  private static Decision<Boolean> broken(NameSnapshot snapshot) {
    long last = snapshot.register().lastStamp();
    if (snapshot.live().isEmpty() && Stamps.mayFollow(last)) {
      return Decision.none(false);
    }
    List<AttemptNode> ends = new ArrayList<>();
    for (Hold hold : snapshot.live()) {
      AttemptNode child = hold.isKept() ? null : snapshot.child(hold.attempt());
      if (child != null) {
        ends.add(child);
      }
    }
    Register none =
        new Register(
            Stamps.mended(last, snapshot.nowMicros()),
            snapshot.size(),
            snapshot.register().seen(),
            List.of());
    Moved moved =
        snapshot.without(ends.stream().map(AttemptNode::attempt).toList()).with(none).moveOn();
    return Decision.end(moved.register(), ends, moved.granted(), true);
  }

  CompletableFuture<Boolean> reduce(
      CoordinationSession session, String name, String attempt, int permits) {
    return CasLoop.change(session, name, null, snapshot -> reduced(snapshot, attempt, permits));
  }

  private static Decision<Boolean> reduced(NameSnapshot snapshot, String attempt, int permits) {
    Hold hold = snapshot.hold(attempt);
    if (hold == null || hold.permits() <= permits) {
      return Decision.none(hold != null && hold.mode() == Mode.COUNTED);
    }
    Hold fewer = new Hold(attempt, Mode.COUNTED, permits, hold.stamp(), 0);
    Moved moved = snapshot.with(snapshot.replacing(fewer)).moveOn();
    return Decision.write(moved.register(), moved.granted(), written -> true);
  }

  CompletableFuture<Integer> resize(
      CoordinationSession session, String name, int expected, int size) {
    return CasLoop.change(session, name, null, snapshot -> resized(snapshot, expected, size));
  }

  private static Decision<Integer> resized(NameSnapshot snapshot, int expected, int size) {
    if (snapshot.size() == 0 || !snapshot.isUsed()) {
      return Decision.none(0);
    }
    if (expected != 0 && snapshot.size() != expected) {
      return Decision.none(snapshot.size());
    }
    Moved moved = snapshot.with(snapshot.resized(size)).moveOn();
    return Decision.write(moved.register(), moved.granted(), written -> snapshot.size());
  }
}
