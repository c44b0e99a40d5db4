package dev.holdfast.consensus;

import dev.holdfast.consensus.Change.Kept;
import dev.holdfast.consensus.Register.Hold;
import dev.holdfast.consensus.Sight.Moved;
import dev.holdfast.spi.Mode;
import dev.holdfast.spi.ReleaseRequest;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import org.jspecify.annotations.Nullable;

/** Ends attempts and holds, and gives semaphores another size. Thread-safe. */
final class Ending {
  private final Attempts attempts;
  private final Acquiring acquiring;

  Ending(Attempts attempts, Acquiring acquiring) {
    this.attempts = attempts;
    this.acquiring = acquiring;
  }

  CompletableFuture<Boolean> release(ServiceSession session, ReleaseRequest request) {
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
      ServiceSession session,
      ReleaseRequest request,
      @Nullable Attempt own,
      @Nullable String node) {
    Sight last = own == null ? null : own.last();
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
      ServiceSession session, ReleaseRequest request, @Nullable Sight known) {
    return Changing.change(session, request.name(), known, sight -> released(sight, request));
  }

  /** Whether one at most is granted next: for a run, those have to be seen who came just now. */
  private static boolean isNextAlone(Sight last) {
    return !last.waiting().isEmpty() && last.waiting().get(0).mode() == Mode.EXCLUSIVE;
  }

  /** Takes away the node of a hold that nobody is known to wait for. */
  private CompletableFuture<Boolean> leave(
      ServiceSession session, Attempt own, String node, Sight last) {
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

  private static Change<Boolean> released(Sight sight, ReleaseRequest request) {
    Child child = sight.child(request.attempt());
    if (child == null) {
      return Change.none(false);
    }
    List<Child> ends = List.of(child);
    Hold hold = sight.hold(request.attempt());
    if (hold != null && request.keepMillis() > 0) {
      Register keeping = sight.keeping(hold, request.keepMillis());
      Kept kept = new Kept(request.attempt(), request.keepMillis());
      return new Change<>(keeping, null, ends, kept, List.of(), written -> true);
    }
    Moved moved = sight.ended(request.attempt()).moveOn();
    if (moved.granted().isEmpty()) {
      // The register goes on saying that it holds, which its node is needed for, unless it stays.
      Register next = sight.stay(request.attempt()) == null ? null : moved.register();
      return Change.end(next, ends, List.of(), true);
    }
    // The first in the queue watches the node that goes; the others of a run are told.
    List<Child> wake = moved.granted();
    if (hold != null) {
      wake = wake.subList(1, wake.size());
    }
    return Change.end(moved.register(), ends, wake, true);
  }

  /** Ends what holds a name, and what keeps it from being held by anybody. */
  CompletableFuture<Boolean> breakHold(ServiceSession session, String name) {
    return session
        .mendFloor(name)
        .thenCompose(
            mended ->
                Changing.change(session, name, null, Ending::broken)
                    .thenApply(broken -> broken || mended));
  }

  private static Change<Boolean> broken(Sight sight) {
    long last = sight.register().lastStamp();
    if (sight.live().isEmpty() && Stamps.mayFollow(last)) {
      return Change.none(false);
    }
    List<Child> ends = new ArrayList<>();
    for (Hold hold : sight.live()) {
      Child child = hold.isKept() ? null : sight.child(hold.attempt());
      if (child != null) {
        ends.add(child);
      }
    }
    Register none =
        new Register(
            Stamps.mended(last, sight.nowMicros()),
            sight.size(),
            sight.register().seen(),
            List.of());
    Moved moved = sight.without(ends.stream().map(Child::attempt).toList()).with(none).moveOn();
    return Change.end(moved.register(), ends, moved.granted(), true);
  }

  CompletableFuture<Integer> resize(ServiceSession session, String name, int size) {
    return Changing.change(session, name, null, sight -> resized(sight, size));
  }

  private static Change<Integer> resized(Sight sight, int size) {
    if (sight.size() == 0 || !sight.isUsed()) {
      return Change.none(0);
    }
    Moved moved = sight.with(sight.resized(size)).moveOn();
    return Change.write(moved.register(), moved.granted(), written -> sight.size());
  }
}
