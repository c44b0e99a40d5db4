package dev.holdfast.lab.control;

import dev.holdfast.lab.cluster.Service;
import dev.holdfast.lab.database.Database;
import dev.holdfast.lab.episode.Verdict;
import dev.holdfast.lab.nemesis.Fault;
import dev.holdfast.lab.nemesis.Faults;
import dev.holdfast.lab.nemesis.Nemesis;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.function.Supplier;

/**
 * What a control is charged with.
 *
 * @param lock the control
 * @param flaw what it does wrong
 * @param fault what brings it out
 * @param checks which checks may convict it of that; others may find more
 */
public record Charge(String lock, String flaw, Fault fault, Set<String> checks) {
  private static final Set<String> TWO_HOLDERS = Set.of("C2");

  /** A belief without an end is claimed at moments alone, which seldom meet: writes tell, too. */
  private static final Set<String> BESIDE = Set.of("C2", "C1", "SET");

  private static final Set<String> TOO_MANY = Set.of("N1");
  private static final Set<String> NEVER_FREE = Set.of("W1");
  private static final Set<String> STALE_WRITE = Set.of("C1", "SET");
  private static final Set<String> UNFAIR = Set.of("W3");
  private static final Set<String> TOKENS_FALL = Set.of("F1");
  private static final Set<String> NOT_SERVED = Set.of("SERVED");
  private static final Set<String> BEYOND_ITS_LEASE = Set.of("T1");
  private static final Set<String> NOT_KEPT = Set.of("STAY");
  private static final Set<String> BROKEN_PROMISE = Set.of("PROMISE");

  public Charge {
    checks = Set.copyOf(checks);
  }

  private static Charge charge(String lock, String flaw, String fault, Set<String> checks) {
    return new Charge(lock, flaw, Faults.named(fault), checks);
  }

  /** A fault on servers of the control's own: they are there from before the load to its end. */
  private static Fault own(String id, String sentence, Supplier<Nemesis> servers) {
    return new Fault(id, "server", sentence, true, servers);
  }

  private static Fault nodes(String id, String sentence, RedlockNodes.Harm harm) {
    return own(id, sentence, () -> new RedlockNodes(harm));
  }

  private static List<Charge> onOtherServers() {
    Fault nodes = nodes("three-nodes", "there are three nodes", RedlockNodes.Harm.NONE);
    Fault restart =
        nodes("nodes-restart", "two of three come back empty", RedlockNodes.Harm.RESTART);
    Fault jump =
        nodes("nodes-clock-jump", "two of three clocks jump", RedlockNodes.Harm.CLOCK_JUMP);
    Fault keeper = own("zookeeper", "there is a ZooKeeper", KeeperServer::new);
    Fault longWork = Faults.named(Faults.LONG_WORK);
    return List.of(
        new Charge("d9", "nodes forget", Faults.pair(longWork, restart), TWO_HOLDERS),
        new Charge("d9", "believes its nodes' clocks", Faults.pair(longWork, jump), TWO_HOLDERS),
        new Charge(
            "d9",
            "writes after its lease is over",
            Faults.pair(Faults.named("stop-client"), nodes),
            STALE_WRITE),
        new Charge(
            "d14",
            "is told too late of its loss",
            Faults.pair(Faults.named("long-work+stop-holder"), keeper),
            STALE_WRITE),
        charge("d14-etcd", "is told too late of its loss", "long-work+stop-holder", STALE_WRITE));
  }

  /** All charges. */
  public static List<Charge> all() {
    List<Charge> all = new ArrayList<>(onOneServer());
    all.addAll(onOtherServers());
    all.addAll(inDatabases());
    all.addAll(ofTimeAndData());
    return all;
  }

  /** Machines that stand still, clocks that step, servers without their data, files deleted. */
  private static List<Charge> ofTimeAndData() {
    return List.of(
        charge("d6", "counts no suspension", "long-work+suspend-holder", TWO_HOLDERS),
        charge("d6", "writes after a stop", "long-work+freeze-holder", STALE_WRITE),
        charge("d6", "expires by the server's clock", "long-work+clock-ahead", NEVER_FREE),
        charge(
            "server-rest",
            "believes the server's clock",
            "long-work+clock-behind",
            BEYOND_ITS_LEASE),
        charge("client-stamp", "stores what makes no token", "client-clock-2041", NEVER_FREE),
        charge("server-stamp", "stores what makes no token", "clock-2041", NEVER_FREE),
        charge("late-stay", "keeps a name at its release", "kill-holder", NOT_KEPT),
        charge("back-off", "counts anew", "flush-all", TOKENS_FALL),
        charge("zxid-zookeeper", "counts anew", "zk-wiped", TOKENS_FALL),
        charge("revision-etcd", "counts anew", "etcd-wiped", TOKENS_FALL),
        charge("counted-sqlite", "counts its pauses", Faults.CROWD, NOT_SERVED),
        charge("row-postgres", "makes its table once", "db-dropped", NEVER_FREE),
        charge("row-sqlite", "looks at no file again", "long-work+file-gone", BESIDE),
        charge("row-sqlite", "looks at no file again", "long-work+logs-gone", BESIDE));
  }

  private static List<Charge> inDatabases() {
    List<Charge> all = new ArrayList<>();
    for (String place : List.of("postgres", "mariadb")) {
      all.add(
          charge(
              "d12-" + place, "is not told of its loss", "long-work+db-end-sessions", STALE_WRITE));
    }
    for (String place : List.of("sqlite", "postgres", "mariadb")) {
      all.add(charge("d13-" + place, "has no expiry", "long-work+kill-client", NEVER_FREE));
      all.add(charge("row-" + place, "has no expiry", "long-work+kill-client", NEVER_FREE));
    }
    return all;
  }

  private static List<Charge> onOneServer() {
    return List.of(
        charge("d1", "looks, then sets", "calm", TWO_HOLDERS),
        charge("d2", "has no expiry", "long-work+kill-client", NEVER_FREE),
        charge("d3", "has its expiry too late", "slow+client-kill", NEVER_FREE),
        charge("d4", "asks the clients' clocks", "calm", TWO_HOLDERS),
        charge("d5", "deletes what may be another's", "long-work", TWO_HOLDERS),
        charge("d6", "writes after its lease is over", "stop-client", STALE_WRITE),
        charge("d7", "stops all renewals at once", "long-work", TWO_HOLDERS),
        charge("d8", "is not told of its loss", "long-work+stop-each", STALE_WRITE),
        charge("d10", "a reader frees all readers", "calm", TWO_HOLDERS),
        charge("d11", "a reader overwrites another", "calm", TWO_HOLDERS),
        charge("counter", "looks, then counts", "calm", TOO_MANY),
        charge("back-off", "who waits longest asks least", "patience", UNFAIR),
        charge("back-off", "counts anew", "restart-empty", TOKENS_FALL),
        charge("whole-lease", "states more than it has", "long-work", BROKEN_PROMISE));
  }

  /** Why it cannot be brought here; empty if it can. */
  public String obstacle() {
    return Service.of(lock)
        .map(Service::obstacle)
        .or(() -> Database.of(lock).map(Database::obstacle))
        .orElseGet(() -> Faults.obstacle(fault));
  }

  /** The (first) charge against this control. */
  public static Charge against(String lock) {
    return all().stream()
        .filter(charge -> charge.lock().equals(lock))
        .findFirst()
        .orElseThrow(() -> new IllegalArgumentException("there is no charge against " + lock));
  }

  /** Whether an episode proves it. */
  boolean isProvenBy(Verdict verdict) {
    return verdict.violations().stream().anyMatch(v -> checks.contains(v.check()));
  }
}
