package dev.holdfast.zookeeper;

import dev.holdfast.spi.Mode;
import dev.holdfast.spi.ReleaseRequest;
import dev.holdfast.zookeeper.Register.Hold;
import dev.holdfast.zookeeper.Sight.Moved;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.apache.zookeeper.Op;
import org.jspecify.annotations.Nullable;

/** Ends attempts and holds, and gives semaphores another size. Thread-safe. */
final class Ending {
  private final NameNodes names;
  private final Attempts attempts;
  private final Acquiring acquiring;

  Ending(NameNodes names, Attempts attempts, Acquiring acquiring) {
    this.names = names;
    this.attempts = attempts;
    this.acquiring = acquiring;
  }

  CompletableFuture<Boolean> release(Conn conn, ReleaseRequest request) {
    Attempt own = attempts.get(request.name(), request.attempt());
    if (own != null) {
      attempts.remove(own);
    }
    String node = own == null || own.conn != conn ? null : own.node();
    if (node == null || request.overtaking()) {
      attempts.mark(request.name(), request.attempt(), request.markMillis());
    }
    return end(conn, request, own, node)
        .thenApply(
            ended -> {
              if (!ended) {
                attempts.mark(request.name(), request.attempt(), request.markMillis());
              }
              return ended;
            });
  }

  private CompletableFuture<Boolean> end(
      Conn conn, ReleaseRequest request, @Nullable Attempt own, @Nullable String node) {
    Sight last = own == null ? null : own.last();
    if (request.keepMillis() > 0) {
      // Until when it stays is for the leader's clock to say.
      return conn.touch(names.layout().clock()).thenCompose(told -> handOn(conn, request, null));
    }
    if (own == null || node == null || last == null) {
      return handOn(conn, request, null);
    }
    return last.waiting().isEmpty() && !own.recalled.get()
        ? delete(conn, own, node, last)
        : handOn(conn, request, isNextAlone(last) ? last : null);
  }

  private CompletableFuture<Boolean> handOn(
      Conn conn, ReleaseRequest request, @Nullable Sight known) {
    return names.change(conn, request.name(), known, sight -> released(sight, request));
  }

  /** Whether one at most is granted next: for a run, those have to be seen who came just now. */
  private static boolean isNextAlone(Sight last) {
    return !last.waiting().isEmpty() && last.waiting().get(0).mode() == Mode.EXCLUSIVE;
  }

  /** Takes away the node of a hold that nobody is known to wait for. */
  private CompletableFuture<Boolean> delete(Conn conn, Attempt own, String node, Sight last) {
    CompletableFuture<Boolean> deleted = conn.delete(names.path(own.name, node));
    CompletableFuture<@Nullable List<String>> left =
        conn.children(names.layout().nameNode(own.name));
    return deleted.thenCombine(
        left,
        (found, children) -> {
          if (found && children != null && children.isEmpty() && !last.register().keepsAny()) {
            acquiring.isFree(own.name, last.without(List.of(own.id)));
          }
          return found;
        });
  }

  private Change<Boolean> released(Sight sight, ReleaseRequest request) {
    Child child = sight.child(request.attempt());
    if (child == null) {
      return Change.none(false);
    }
    Op delete = Op.delete(names.path(request.name(), child.node()), -1);
    Hold hold = sight.hold(request.attempt());
    Sight left = sight.without(List.of(request.attempt()));
    if (hold != null && request.keepMillis() > 0) {
      long until = TimeUnit.MICROSECONDS.toMillis(sight.nowMicros()) + request.keepMillis();
      Register keeping =
          sight.replacing(
              new Hold(hold.attempt(), hold.mode(), hold.permits(), hold.stamp(), until));
      return new Change<>(keeping, List.of(delete), null, List.of(), results -> true);
    }
    Moved moved = left.moveOn();
    if (moved.granted().isEmpty()) {
      return new Change<>(null, List.of(delete), null, List.of(), results -> true);
    }
    // The first in the queue watches the node that goes; the others of a run are told.
    List<Child> wake = moved.granted();
    if (hold != null) {
      wake = wake.subList(1, wake.size());
    }
    return new Change<>(moved.register(), List.of(delete), null, wake, results -> true);
  }

  CompletableFuture<Boolean> breakHold(Conn conn, String name) {
    return names.change(conn, name, null, sight -> broken(name, sight));
  }

  private Change<Boolean> broken(String name, Sight sight) {
    if (sight.live().isEmpty()) {
      return Change.none(false);
    }
    List<Op> deletes = new ArrayList<>();
    List<String> ended = new ArrayList<>();
    for (Hold hold : sight.live()) {
      Child child = hold.isKept() ? null : sight.child(hold.attempt());
      if (child != null) {
        deletes.add(Op.delete(names.path(name, child.node()), -1));
        ended.add(child.attempt());
      }
    }
    Register none =
        new Register(
            sight.register().lastStamp(), sight.size(), sight.register().seen(), List.of());
    Moved moved = sight.without(ended).with(none).moveOn();
    return new Change<>(moved.register(), deletes, null, moved.granted(), results -> true);
  }

  CompletableFuture<Integer> resize(Conn conn, String name, int size) {
    return names.change(conn, name, null, sight -> resized(sight, size));
  }

  private static Change<Integer> resized(Sight sight, int size) {
    if (sight.size() == 0 || !sight.isUsed()) {
      return Change.none(0);
    }
    Moved moved = sight.with(sight.resized(size)).moveOn();
    return Change.write(moved.register(), moved.granted(), sight.size());
  }
}
