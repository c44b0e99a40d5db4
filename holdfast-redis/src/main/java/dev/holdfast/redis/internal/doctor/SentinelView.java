package dev.holdfast.redis.internal.doctor;

import dev.holdfast.StoreException;
import dev.holdfast.redis.internal.port.NodeAddress;
import dev.holdfast.redis.internal.port.RedisNodes;
import dev.holdfast.redis.internal.port.RedisReplyException;
import dev.holdfast.redis.internal.url.RedisUrl;
import dev.holdfast.spi.Finding;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/** What Sentinels say of a master, of its replicas, and of each other. */
final class SentinelView {
  /** The least number of Sentinels of which one may fail. */
  private static final int ENOUGH = 3;

  private final RedisUrl url;

  /** What those that answer say of the master. */
  private final Map<NodeAddress, ReplyMap> told = new LinkedHashMap<>();

  private final Map<NodeAddress, String> silent = new LinkedHashMap<>();
  private final Map<NodeAddress, ReplyMap> replicas = new LinkedHashMap<>();
  private String judgement = "";

  private SentinelView(RedisUrl url) {
    this.url = url;
  }

  /** Asks the Sentinels of a URL. */
  static SentinelView of(RedisUrl url, BlockingPort like, RedisNodes sentinels) {
    SentinelView view = new SentinelView(url);
    for (NodeAddress node : url.nodes()) {
      view.ask(node, like.of(node, sentinels.node(node)));
    }
    return view;
  }

  private void ask(NodeAddress node, BlockingPort sentinel) {
    String name = url.master();
    try {
      List<Object> replies =
          sentinel.askAll(
              List.of(
                  List.of("SENTINEL", "MASTER", name),
                  List.of("SENTINEL", "REPLICAS", name),
                  List.of("SENTINEL", "CKQUORUM", name)));
      if (replies.get(0) instanceof RedisReplyException refusal) {
        silent.put(node, "refused: " + refusal.getMessage());
        return;
      }
      told.put(node, ReplyMap.of(replies.get(0)));
      if (replies.get(1) instanceof List<?> list) {
        list.stream().map(ReplyMap::of).forEach(each -> replicas.put(address(each), each));
      }
      if (replies.get(2) instanceof RedisReplyException refusal) {
        judgement = String.valueOf(refusal.getMessage());
      }
    } catch (StoreException error) {
      silent.put(node, "does not answer");
    }
  }

  private static NodeAddress address(ReplyMap server) {
    return new NodeAddress(
        server.get("ip").orElse("?"), server.number("port").orElse(0L).intValue());
  }

  /** Where the master is, as the first that answers has it. */
  Optional<NodeAddress> master() {
    return told.values().stream().map(SentinelView::address).findFirst();
  }

  /** The replicas that they know, also those that are down. */
  Set<NodeAddress> replicas() {
    return replicas.keySet();
  }

  /** The master and the replicas. */
  Set<NodeAddress> servers() {
    Set<NodeAddress> all = new LinkedHashSet<>();
    master().ifPresent(all::add);
    all.addAll(replicas.keySet());
    return all;
  }

  /** What is said of the Sentinels themselves, and of when they act. */
  List<Finding> findings(Duration lease) {
    List<Finding> findings = new ArrayList<>();
    if (told.isEmpty()) {
      findings.add(
          Finding.note(
              "sentinels",
              "cannot be asked: " + reasons(),
              "whether anybody takes over when the master dies cannot be seen"));
      return findings;
    }
    findings.add(number());
    if (!silent.isEmpty()) {
      findings.add(
          Finding.warning(
              "silent",
              reasons(),
              "a Sentinel that is down has no vote when a replica is to be promoted",
              "bring it back, or take it out of the URL"));
    }
    if (told.values().stream().map(SentinelView::address).distinct().count() > 1) {
      findings.add(
          Finding.problem(
                  "agreement",
                  "they name different masters: "
                      + told.values().stream().map(SentinelView::address).distinct().toList(),
                  "clients may lock one name on two servers",
                  "see what they log: a failover may be under way, or they do not hear each other")
              .limit(dev.holdfast.spi.Guarantee.C2, "Sentinels name different masters"));
    }
    findings.add(failover(lease));
    return findings;
  }

  private String reasons() {
    List<String> reasons = new ArrayList<>();
    silent.forEach((node, why) -> reasons.add(node + " " + why));
    return String.join("; ", reasons);
  }

  private Finding number() {
    ReplyMap one = told.values().iterator().next();
    long all = 1 + one.number("num-other-sentinels").orElse(0L);
    long quorum = one.number("quorum").orElse(0L);
    long majority = all / 2 + 1;
    String seen =
        all
            + (all == 1 ? " Sentinel" : " Sentinels")
            + ", of which "
            + quorum
            + " must find the master dead, and "
            + majority
            + " agree on who promotes a replica";
    if (!judgement.isEmpty()) {
      return Finding.problem(
          "sentinels",
          seen + "; now: " + judgement,
          "no replica takes over when the master dies",
          "bring back Sentinels");
    }
    if (quorum > all) {
      return Finding.problem(
          "sentinels",
          seen,
          "there are fewer than must agree: no replica takes over when the master dies",
          "SENTINEL SET " + url.master() + " quorum " + majority);
    }
    if (all < ENOUGH) {
      return Finding.warning(
          "sentinels",
          seen,
          "when one of them dies together with the master, no replica takes over",
          "have three, on machines of their own");
    }
    return Finding.ok(
        "sentinels", seen, (all - Math.max(majority, quorum)) + " of them may be down");
  }

  private Finding failover(Duration lease) {
    long millis =
        told.values().stream()
            .mapToLong(each -> each.number("down-after-milliseconds").orElse(0L))
            .max()
            .orElse(0);
    return FailoverCheck.of(
        "down-after-milliseconds " + millis,
        Duration.ofMillis(millis),
        lease,
        "SENTINEL SET " + url.master() + " down-after-milliseconds 5000, at every Sentinel");
  }

  /** Whether the replicas that are known can be promoted. */
  List<Finding> candidates() {
    List<String> never =
        replicas.entrySet().stream()
            .filter(each -> each.getValue().number("slave-priority").orElse(100L) == 0)
            .map(each -> each.getKey().toString())
            .toList();
    return never.isEmpty() || never.size() < replicas.size()
        ? List.of()
        : List.of(
            Finding.warning(
                "candidates",
                "replica-priority 0 on " + String.join(", ", never),
                "no replica may be promoted: none takes over when the master dies",
                "CONFIG SET replica-priority 100 on those that may"));
  }
}
