package dev.holdfast.redis.internal.doctor;

import dev.holdfast.redis.internal.protocol.Slot;
import dev.holdfast.spi.Finding;
import java.util.ArrayList;
import java.util.List;

/** What is to be said of a cluster as a whole. */
final class ClusterHealth {
  private static final int ENOUGH = 3;

  private ClusterHealth() {}

  static List<Finding> of(ClusterView view) {
    List<ClusterView.Node> masters = view.masters();
    int replicas = masters.stream().mapToInt(master -> view.replicasOf(master).size()).sum();
    List<Finding> findings = new ArrayList<>();
    findings.add(state(view, masters.size(), replicas));
    findings.addAll(masters(view));
    if (replicas > 0) {
      findings.add(
          ReplicaCheck.asynchronous("each name is at one master, whose replica may be promoted"));
    }
    return findings;
  }

  private static Finding state(ClusterView view, int masters, int replicas) {
    String seen =
        masters
            + (masters == 1 ? " master, " : " masters, ")
            + replicas
            + (replicas == 1 ? " replica" : " replicas");
    String state = view.info("cluster_state").orElse("");
    if (view.unserved() > 0) {
      return Finding.problem(
          "cluster",
          seen + "; " + view.unserved() + " of " + Slot.COUNT + " slots belong to no server",
          "names in these slots cannot be locked (CLUSTERDOWN)",
          "give them to a server: redis-cli --cluster fix");
    }
    if (state.equals("fail")) {
      return Finding.problem(
          "cluster",
          seen + "; its state is fail",
          "it refuses some names or all (CLUSTERDOWN), until enough masters answer",
          "see which nodes are down: CLUSTER NODES");
    }
    return Finding.ok(
        "cluster",
        seen + ", " + (state.isEmpty() ? "whose state cannot be seen" : "state " + state),
        "all slots have a master");
  }

  /** Masters choose who takes over for one of them. */
  private static List<Finding> masters(ClusterView view) {
    List<ClusterView.Node> masters = view.masters();
    long down = masters.stream().filter(ClusterView.Node::isDown).count();
    if (!view.seesNodes()) {
      return List.of(
          Finding.note(
              "masters",
              "which servers are down cannot be seen (this user may not ask CLUSTER NODES)",
              "what is said of servers is said of those that CLUSTER SLOTS names"));
    }
    if (masters.size() < ENOUGH) {
      return List.of(
          Finding.warning(
              "masters",
              masters.size() == 1 ? "one alone" : "two",
              "a majority of the masters promotes a replica: when one dies, no replica is promoted",
              "have three masters at least"));
    }
    int most = masters.size() / 2 + 1;
    return down == 0
        ? List.of()
        : List.of(
            Finding.warning(
                "masters",
                down + " of " + masters.size() + " are down",
                masters.size() - down >= most
                    ? "the others can promote their replicas, if they have some"
                    : "too few are left to promote anybody",
                "bring them back"));
  }
}
