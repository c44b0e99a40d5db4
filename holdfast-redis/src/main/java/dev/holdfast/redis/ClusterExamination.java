package dev.holdfast.redis;

import dev.holdfast.StoreException;
import dev.holdfast.spi.Checkup;
import dev.holdfast.spi.Finding;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** Looks at a cluster: at it as a whole, and at each of its servers. */
final class ClusterExamination {
  private static final String COVERAGE = "cluster-require-full-coverage";
  private static final String NODE_TIMEOUT = "cluster-node-timeout";

  private final Asking cluster;
  private final RedisNodes servers;

  /** Looks at a cluster through these connections, which stay open. */
  ClusterExamination(Asking cluster, RedisNodes servers) {
    this.cluster = cluster;
    this.servers = servers;
  }

  /**
   * Looks at everything.
   *
   * @throws StoreException if no server answers
   */
  List<Finding> run(Checkup checkup) {
    ClusterView view = view();
    List<NodeAddress> all = new ArrayList<>();
    Map<String, List<Finding>> settings = new LinkedHashMap<>();
    Map<String, List<Finding>> masters = new LinkedHashMap<>();
    for (ClusterView.Node master : view.masters()) {
      all.add(master.address());
      String name = master.address().toString();
      settings.put(name, settings(master, checkup));
      if (!master.isDown()) {
        masters.put(
            name, Unreachable.or("its names cannot be locked", () -> tries(master, view, checkup)));
      }
      for (ClusterView.Node replica : view.replicasOf(master)) {
        all.add(replica.address());
        settings.put(replica.address().toString(), settings(replica, checkup));
      }
    }
    List<Finding> findings = new ArrayList<>(ClusterHealth.of(view));
    findings.addAll(Machines.of(all));
    findings.addAll(Finding.together(settings));
    findings.addAll(Finding.together(masters));
    return findings;
  }

  private ClusterView view() {
    StoreException last = null;
    for (NodeAddress seed : servers.seeds()) {
      try {
        Asking asking = cluster.of(seed, servers.node(seed));
        Examination.greet(asking);
        return ClusterView.of(asking, seed);
      } catch (StoreException silent) {
        last = silent;
      }
    }
    throw last != null
        ? last
        : Failures.of(
            cluster.site(),
            "look at the cluster",
            new IOException("it has no servers"),
            Outcome.READ);
  }

  /** What a server says of itself, a replica too, since it is the master of tomorrow. */
  private List<Finding> settings(ClusterView.Node node, Checkup checkup) {
    if (node.isDown()) {
      return List.of(
          Finding.warning(
              "reach",
              "is down, say the others",
              node.isMaster()
                  ? "its names cannot be locked, until a replica takes over or it is back"
                  : "a replica that is down takes over nothing",
              "bring it back"));
    }
    return Unreachable.or(
        node.isMaster()
            ? "its names cannot be locked from here"
            : "a replica that this machine does not reach cannot serve it after a failover",
        () -> {
          ServerFacts facts = asking(node).facts();
          List<Finding> findings = new ArrayList<>();
          facts
              .numberSet(NODE_TIMEOUT)
              .ifPresent(
                  millis ->
                      findings.add(
                          Outage.of(
                              NODE_TIMEOUT + " " + millis,
                              Duration.ofMillis(millis),
                              checkup.lease(),
                              "CONFIG SET " + NODE_TIMEOUT + " 5000, on every node")));
          facts.setting(COVERAGE).filter("yes"::equals).ifPresent(yes -> findings.add(coverage()));
          findings.addAll(Examination.settings(facts));
          return findings;
        });
  }

  private static Finding coverage() {
    return Finding.warning(
        "coverage",
        COVERAGE + " yes",
        "while one master is down and not replaced, the others refuse everybody (CLUSTERDOWN):"
            + " leases elsewhere are not renewed either",
        "CONFIG SET " + COVERAGE + " no, on every node");
  }

  private Asking asking(ClusterView.Node node) {
    return cluster.of(node.address(), servers.node(node.address()));
  }

  private List<Finding> tries(ClusterView.Node master, ClusterView view, Checkup checkup) {
    Examination one = new Examination(asking(master), Granting.AT_ONCE);
    ServerFacts facts = asking(master).facts();
    List<Finding> findings = new ArrayList<>(Replicas.of(facts, view.replicasOf(master).size()));
    Replicas.leastForWrites(facts).stream()
        // A master that is cut off refuses by itself after the timeout.
        .filter(finding -> finding.level() != Finding.Level.NOTE)
        .forEach(findings::add);
    findings.addAll(one.times(checkup));
    findings.addAll(one.tries(checkup, cluster.port(), nonce(master, view, checkup)));
    return findings;
  }

  /** One whose name this master has. */
  private String nonce(ClusterView.Node master, ClusterView view, Checkup checkup) {
    Keys keys = cluster.site().keys(checkup.namespace());
    String nonce = Examination.nonce();
    int tries = 0;
    String next = nonce;
    while (!view.has(master, Slot.of(keys.hold(Tries.name(next)))) && tries++ < Slot.COUNT) {
      next = nonce + "-" + tries;
    }
    return next;
  }
}
