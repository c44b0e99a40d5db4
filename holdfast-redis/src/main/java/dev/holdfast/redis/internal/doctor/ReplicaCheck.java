package dev.holdfast.redis.internal.doctor;

import dev.holdfast.spi.Finding;
import dev.holdfast.spi.Guarantee;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** Who would take over when a master dies, as the master sees it. */
final class ReplicaCheck {
  private static final String SUBJECT = "replicas";
  private static final String WRITES = "cut off";
  private static final long FAR_BEHIND_SECONDS = 10;

  private ReplicaCheck() {}

  /** What is true of a master that a replica may replace. */
  static Finding asynchronous(String seen) {
    return Finding.note(
            "role",
            seen,
            "replication is asynchronous: a replica that is promoted may have missed the last"
                + " grants, and two clients may believe that they hold a name, until the next"
                + " renewal")
        .limit(Guarantee.C2, "a replica is promoted that has missed the last grants");
  }

  /**
   * Which replicas follow a master.
   *
   * @param known how many there should be, if that is more than follow
   */
  static List<Finding> of(ServerFacts facts, long known) {
    Optional<Long> connected = facts.number("connected_slaves");
    if (connected.isEmpty()) {
      return List.of(
          Finding.note(SUBJECT, ServerKindCheck.NO_INFO, "without one no server takes over")
              .advise(ServerKindCheck.ALLOW_INFO));
    }
    if (connected.get() == 0) {
      return List.of(
          Finding.warning(
              SUBJECT,
              known == 0 ? "none" : "none follows, of " + known,
              known == 0
                  ? "when this master dies no server takes over: its names cannot be locked until"
                      + " it is back"
                  : "when this master dies no server can take over, or only one that has missed"
                      + " what was granted since it was last connected",
              known == 0 ? "add a replica" : "see why they do not follow"));
    }
    List<String> trouble = trouble(facts, connected.get());
    String seen =
        connected.get() < known
            ? connected.get() + " of " + known + " follow"
            : connected.get() == 1 ? "one follows" : connected.get() + " follow";
    if (trouble.isEmpty() && connected.get() >= known) {
      return List.of(Finding.ok(SUBJECT, seen, "one takes over when the master dies"));
    }
    return List.of(
        Finding.warning(
            SUBJECT,
            String.join(", ", cons(seen, trouble)),
            "one that is behind, and is promoted, has missed what was granted meanwhile",
            "see why: is it down, or cut off, or too slow?"));
  }

  private static List<String> cons(String first, List<String> others) {
    List<String> all = new ArrayList<>(List.of(first));
    all.addAll(others);
    return all;
  }

  /** A line for one of them reads {@code slave0:ip=…,port=…,state=online,offset=…,lag=1}. */
  private static List<String> trouble(ServerFacts facts, long connected) {
    List<String> trouble = new ArrayList<>();
    for (int i = 0; i < connected; i++) {
      ReplyMap replica = ReplyMap.ofLine(facts.info("slave" + i).orElse(""));
      String who = replica.get("ip").orElse("?") + ":" + replica.get("port").orElse("?");
      replica
          .get("state")
          .filter(state -> !state.equals("online"))
          .ifPresent(state -> trouble.add(who + " is only beginning to (" + state + ")"));
      replica
          .number("lag")
          .filter(lag -> lag > FAR_BEHIND_SECONDS)
          .ifPresent(lag -> trouble.add(who + " was last heard of " + lag + " s ago"));
    }
    return trouble;
  }

  /** What a master does that has lost its replicas, perhaps because it is cut off itself. */
  static List<Finding> leastForWrites(ServerFacts facts) {
    Optional<Long> least = facts.numberSet("min-replicas-to-write");
    if (least.isEmpty()) {
      return List.of();
    }
    long connected = facts.number("connected_slaves").orElse(0L);
    String seen = "min-replicas-to-write " + least.get();
    if (least.get() == 0) {
      return List.of(
          Finding.note(
                  WRITES,
                  seen,
                  "a master that is cut off from its replicas goes on granting locks to who still"
                      + " reaches it, while the replica that took over grants them too")
              .advise(
                  "CONFIG SET min-replicas-to-write 1, with min-replicas-max-lag 10: it then refuses"
                      + " after 10 s; but with one replica alone, also when that one is down"));
    }
    String lag = " within " + facts.setting("min-replicas-max-lag").orElse("?") + " s";
    if (least.get() > connected) {
      return List.of(
          Finding.problem(
              WRITES,
              seen + lag + ", but " + connected + " follow",
              "the master refuses (NOREPLICAS): no lock can be taken, and no lease renewed",
              "bring back replicas, or lower it"));
    }
    return List.of(
        Finding.ok(
            WRITES,
            seen + lag,
            "a master that is cut off from its replicas refuses"
                + (least.get() == connected ? ", also when one replica is down" : "")));
  }
}
