package dev.holdfast.redis.internal.doctor;

import dev.holdfast.StoreException;
import dev.holdfast.redis.internal.port.NodeAddress;
import dev.holdfast.redis.internal.port.RedisNodes;
import dev.holdfast.redis.internal.protocol.UptimePolicy;
import dev.holdfast.redis.internal.url.RedisUrl;
import dev.holdfast.redis.internal.url.ServerLocations;
import dev.holdfast.spi.Examination;
import dev.holdfast.spi.Finding;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** Looks at a master, its replicas, and the Sentinels that watch them. */
public final class SentinelDiagnosis {
  private final BlockingPort master;
  private final ServerLocations where;
  private final RedisUrl url;

  /**
   * Looks at what a URL names.
   *
   * @param master reaches the master that the Sentinels name
   */
  public SentinelDiagnosis(BlockingPort master, ServerLocations where, RedisUrl url) {
    this.master = master;
    this.where = where;
    this.url = url;
  }

  /**
   * Looks at everything.
   *
   * @throws StoreException if the master does not answer
   */
  public List<Finding> run(Examination examination) {
    ServerDiagnosis.greet(master);
    ServerFacts facts = master.facts();
    try (RedisNodes toSentinels = where.toSentinels(url);
        RedisNodes toServers = where.toServers(url)) {
      SentinelView view = SentinelView.of(url, master, toSentinels);
      examination.met(facts.info("run_id").orElse(""), "");
      List<Finding> findings = new ArrayList<>(view.findings(examination.lease()));
      findings.add(role(facts, view));
      findings.addAll(view.candidates());
      findings.addAll(ReplicaCheck.of(facts, view.replicas().size()));
      findings.addAll(ReplicaCheck.leastForWrites(facts));
      findings.addAll(FailureDomains.of(view.servers()));
      findings.addAll(Finding.together(settings(view, facts, toServers)));
      ServerDiagnosis one = new ServerDiagnosis(master, UptimePolicy.AT_ONCE);
      findings.addAll(one.times(examination));
      findings.addAll(one.tries(examination, master.port(), ServerDiagnosis.nonce()));
      return findings;
    }
  }

  private Finding role(ServerFacts facts, SentinelView view) {
    String who = view.master().map(NodeAddress::toString).orElse("a server");
    return facts.says("role", "slave")
        ? Finding.problem(
            "role",
            who + ", which the Sentinels name as master, is a replica",
            "a failover is under way, or was not finished: what locks write is refused",
            "see what the Sentinels log")
        : ReplicaCheck.asynchronous("a master, " + who);
  }

  /** A replica is looked at, since it is the master of tomorrow. */
  private Map<String, List<Finding>> settings(
      SentinelView view, ServerFacts facts, RedisNodes servers) {
    Map<String, List<Finding>> all = new LinkedHashMap<>();
    all.put(
        view.master().map(NodeAddress::toString).orElse("the master"),
        ServerDiagnosis.settings(facts));
    for (NodeAddress replica : view.replicas()) {
      all.put(
          replica.toString(),
          Unreachable.or(
              "a replica that this machine does not reach cannot serve it after a failover",
              () -> ServerDiagnosis.settings(master.of(replica, servers.node(replica)).facts())));
    }
    return all;
  }
}
