package dev.holdfast.zookeeper;

import dev.holdfast.spi.Mode;
import dev.holdfast.zookeeper.Register.Hold;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.CompletableFuture;
import org.apache.zookeeper.Watcher.Event.EventType;

/**
 * Has a client told of what concerns its attempts: what happens to their own nodes, and the end of
 * the node that stands in a waiting attempt's way. Being told is nothing but a reason to look
 * again. Thread-safe.
 */
final class Watching {
  private final NameNodes names;

  Watching(NameNodes names) {
    this.names = names;
  }

  /** Looks again whenever somebody writes the attempt's own node, or takes it away. */
  void own(Attempt attempt, Runnable look) {
    if (attempt.listening.compareAndSet(false, true)) {
      listen(attempt, look);
    }
  }

  private void listen(Attempt attempt, Runnable look) {
    String node = attempt.node();
    if (node == null || attempt.hasEnded()) {
      return;
    }
    CompletableFuture<Void> unused =
        attempt
            .conn
            .data(
                names.path(attempt.name, node),
                event -> {
                  if (event.getType() == EventType.NodeDataChanged) {
                    listen(attempt, look);
                  } else if (event.getType() == EventType.NodeDeleted && !attempt.hasEnded()) {
                    look.run();
                  }
                })
            .handle(
                (data, error) -> {
                  if (error != null) {
                    attempt.listening.set(false);
                  } else if (data == null || attempt.touched(data.stat().getVersion())) {
                    look.run();
                  }
                  return null;
                });
  }

  /** Looks again once a node that stands in a waiting attempt's way is gone. */
  void ahead(Attempt attempt, Sight sight, Runnable look) {
    for (String node : inTheWay(attempt.id, sight)) {
      if (attempt.watched.add(node)) {
        CompletableFuture<Void> unused =
            attempt
                .conn
                .exists(
                    names.path(attempt.name, node),
                    event -> {
                      if (event.getType() == EventType.NodeDeleted
                          && attempt.watched.remove(node)) {
                        look.run();
                      }
                    })
                .handle(
                    (there, error) -> {
                      if ((error != null || !there) && attempt.watched.remove(node)) {
                        if (error == null) {
                          look.run();
                        }
                      }
                      return null;
                    });
      }
    }
  }

  /**
   * The next place ahead alone; of the first place's, a hold, or all from which permits may come.
   */
  private static List<String> inTheWay(String id, Sight sight) {
    int ahead = sight.ahead(id);
    if (ahead > 0) {
      return List.of(sight.waiting().get(ahead - 1).node());
    }
    List<String> nodes = new ArrayList<>();
    for (Hold hold : sight.live()) {
      if (!hold.isKept()) {
        nodes.add(Objects.requireNonNull(sight.child(hold.attempt())).node());
      }
    }
    boolean one = nodes.size() > 1 && sight.live().get(0).mode() != Mode.COUNTED;
    return one ? nodes.subList(nodes.size() - 1, nodes.size()) : nodes;
  }
}
