package dev.holdfast.consensus;

import dev.holdfast.consensus.Register.Hold;
import dev.holdfast.spi.Mode;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;

/**
 * Has a client told of what concerns its attempts: what happens to their own nodes, and the end of
 * the node that stands in a waiting attempt's way. Being told is nothing but a reason to look
 * again. Without state.
 */
final class AttemptWatcher {
  private static final String OWN = "";

  private AttemptWatcher() {}

  /** Looks again whenever another client asks for it, or the attempt's own node is taken away. */
  static void own(Attempt attempt, Runnable look) {
    String node = attempt.node();
    if (node != null && !attempt.hasEnded()) {
      attempt.watch(
          OWN,
          () ->
              attempt.session.listen(
                  attempt.name, node, attempt::hasEnded, look, () -> attempt.unwatch(OWN)));
    }
  }

  /** Looks again once a node that stands in a waiting attempt's way is gone. */
  static void ahead(Attempt attempt, NameSnapshot snapshot, Runnable look) {
    for (String node : inTheWay(attempt.id, snapshot)) {
      attempt.watch(
          node,
          () ->
              attempt.session.whenGone(
                  attempt.name,
                  node,
                  snapshot,
                  () -> {
                    if (attempt.unwatch(node)) {
                      look.run();
                    }
                  },
                  () -> attempt.unwatch(node)));
    }
  }

  /**
   * The next place ahead alone; of the first place's, a hold, or all from which permits may come.
   */
  private static List<String> inTheWay(String id, NameSnapshot snapshot) {
    int ahead = snapshot.ahead(id);
    if (ahead > 0) {
      return List.of(snapshot.waiting().get(ahead - 1).node());
    }
    List<String> nodes = new ArrayList<>();
    for (Hold hold : snapshot.live()) {
      if (!hold.isKept()) {
        nodes.add(Objects.requireNonNull(snapshot.child(hold.attempt())).node());
      }
    }
    boolean one = nodes.size() > 1 && snapshot.live().get(0).mode() != Mode.COUNTED;
    return one ? nodes.subList(nodes.size() - 1, nodes.size()) : nodes;
  }
}
