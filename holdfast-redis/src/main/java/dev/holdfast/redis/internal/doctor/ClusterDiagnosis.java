package dev.holdfast.redis.internal.doctor;

import dev.holdfast.StoreException;
import dev.holdfast.redis.internal.port.NodeAddress;
import dev.holdfast.redis.internal.port.RedisNodes;
import dev.holdfast.redis.internal.protocol.FailureTexts;
import dev.holdfast.redis.internal.protocol.Keys;
import dev.holdfast.redis.internal.protocol.RedisExceptions;
import dev.holdfast.redis.internal.protocol.Slot;
import dev.holdfast.redis.internal.protocol.UptimePolicy;
import dev.holdfast.spi.Examination;
import dev.holdfast.spi.Finding;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** Looks at a cluster: at it as a whole, and at each of its servers. */
public final class ClusterDiagnosis {
  private static final String COVERAGE = "cluster-require-full-coverage";
  private static final String NODE_TIMEOUT = "cluster-node-timeout";

  private final BlockingPort cluster;
  private final RedisNodes servers;

  /** Looks at a cluster through these connections, which stay open. */
  public ClusterDiagnosis(BlockingPort cluster, RedisNodes servers) {
    this.cluster = cluster;
    this.servers = servers;
  }

  /**
   * Looks at everything.
   *
   * @throws StoreException if no server answers
   */
  public List<Finding> run(Examination examination) {
    ClusterView view = view();
    List<NodeAddress> all = new ArrayList<>();
    Map<String, List<Finding>> settings = new LinkedHashMap<>();
    Map<String, List<Finding>> masters = new LinkedHashMap<>();
    for (ClusterView.Node master : view.masters()) {
      all.add(master.address());
      String name = master.address().toString();
      settings.put(name, settings(master, examination));
      if (!master.isDown()) {
        masters.put(
            name,
            Unreachable.or("its names cannot be locked", () -> tries(master, view, examination)));
      }
      for (ClusterView.Node replica : view.replicasOf(master)) {
        all.add(replica.address());
        settings.put(replica.address().toString(), settings(replica, examination));
      }
    }
    List<Finding> findings = new ArrayList<>(ClusterHealth.of(view));
    findings.addAll(FailureDomains.of(all));
    findings.addAll(Finding.together(settings));
    findings.addAll(Finding.together(masters));
    return findings;
  }

  private ClusterView view() {
    StoreException last = null;
    for (NodeAddress seed : servers.seeds()) {
      try {
        BlockingPort asking = cluster.of(seed, servers.node(seed));
        ServerDiagnosis.greet(asking);
        return ClusterView.of(asking, seed);
      } catch (StoreException silent) {
        last = silent;
      }
    }
    throw last != null
        ? last
        : RedisExceptions.of(
            cluster.site(),
            "look at the cluster",
            new IOException("it has no servers"),
            FailureTexts.READ);
  }

  /** What a server says of itself, a replica too, since it is the master of tomorrow. */
  private List<Finding> settings(ClusterView.Node node, Examination examination) {
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
                          FailoverCheck.of(
                              NODE_TIMEOUT + " " + millis,
                              Duration.ofMillis(millis),
                              examination.lease(),
                              "CONFIG SET " + NODE_TIMEOUT + " 5000, on every node")));
          facts.setting(COVERAGE).filter("yes"::equals).ifPresent(yes -> findings.add(coverage()));
          findings.addAll(ServerDiagnosis.settings(facts));
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

  private BlockingPort asking(ClusterView.Node node) {
    return cluster.of(node.address(), servers.node(node.address()));
  }

  private List<Finding> tries(ClusterView.Node master, ClusterView view, Examination examination) {
    ServerDiagnosis one = new ServerDiagnosis(asking(master), UptimePolicy.AT_ONCE);
    ServerFacts facts = asking(master).facts();
    List<Finding> findings =
        new ArrayList<>(ReplicaCheck.of(facts, view.replicasOf(master).size()));
    ReplicaCheck.leastForWrites(facts).stream()
        // A master that is cut off refuses by itself after the timeout.
        .filter(finding -> finding.level() != Finding.Level.NOTE)
        .forEach(findings::add);
    findings.addAll(one.times(examination));
    findings.addAll(one.tries(examination, cluster.port(), nonce(master, view, examination)));
    return findings;
  }

  /** One whose name this master has. */
  private String nonce(ClusterView.Node master, ClusterView view, Examination examination) {
    Keys keys = cluster.site().keys(examination.namespace());
    String nonce = ServerDiagnosis.nonce();
    int tries = 0;
    String next = nonce;
    while (!view.has(master, Slot.of(keys.hold(LockProbe.name(next)))) && tries++ < Slot.COUNT) {
      next = nonce + "-" + tries;
    }
    return next;
  }
}
