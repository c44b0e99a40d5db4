package dev.holdfast.lab.nemesis;

import dev.holdfast.lab.cluster.Cluster;
import dev.holdfast.lab.cluster.Service;
import dev.holdfast.lab.episode.Rig;
import dev.holdfast.lab.nemesis.HarmedServers.Harm;
import dev.holdfast.lab.proxy.Trouble;
import dev.holdfast.servers.EtcdMember;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.SplittableRandom;
import java.util.function.BooleanSupplier;
import java.util.function.Supplier;

/** The faults of clusters, and which of the others can be made there. */
public final class ClusterFaults {
  /** What they are listed under. */
  static final String GROUP = "cluster";

  /** What the ids of those have in common that cut members off from one another. */
  static final String PARTED = "-part-";

  /** Ends sessions that their clients believe in. */
  private static final String REVOKED = "etcd-revoke";

  /** Longer than a session of the lab, and than its end takes the servers. */
  private static final int BEYOND_SESSION_MILLIS = 5_000;

  /** Longer than it takes the others to choose another leader. */
  private static final int BEYOND_ELECTION_MILLIS = 2_500;

  /** Before the ids of what clocks do; that of a program in Go cannot be changed from outside. */
  private static final String CLOCK = "clock-";

  private static final Set<String> OF_SERVERS = Set.of("stop-server", "restart-server");

  private static final Harm KILL =
      Harm.of("killed", (all, each) -> each.kill(), (all, each) -> each.ensureAlive());
  private static final Harm STOP =
      Harm.of("stopped", (all, each) -> each.pause(), (all, each) -> each.resume());
  private static final Harm FULL =
      Harm.of(
          "without room on its disk",
          (all, each) -> each.fillDisk(true),
          (all, each) -> each.fillDisk(false));
  private static final Harm CUT = Harm.of("cut off", Cluster::isolate, Cluster::rejoin);

  private static final List<Fault> ALL = make();

  private ClusterFaults() {}

  private static List<Fault> make() {
    List<Fault> all = new ArrayList<>();
    for (Service service : Service.values()) {
      ofEach(service.prefix(), all);
    }
    all.add(
        fault(
            "etcd-no-space",
            "the data takes all the space that it may",
            () -> new Lasting(new NoSpace(), BEYOND_ELECTION_MILLIS)));
    all.add(
        fault(
            "etcd-compaction",
            "what was is forgotten again and again",
            () ->
                new Meddler<>(
                    Rig::cluster,
                    "compacted",
                    20,
                    (cluster, random, over) -> any(cluster).compact())));
    all.add(
        new Fault(
            REVOKED,
            GROUP,
            "somebody ends sessions",
            false,
            () -> new Meddler<>(Rig::cluster, "sessions are ended", 400, ClusterFaults::revoke)));
    return all;
  }

  private static void ofEach(String of, List<Fault> all) {
    all.add(servers(of + "kill-leader", "the leader is killed", KILL, 0, 1));
    all.add(servers(of + "stop-leader", "the leader stands still for an election", STOP, 0, 1));
    all.add(servers(of + "kill-follower", "a follower is killed", KILL, 1, 2));
    all.add(servers(of + "stop-follower", "a follower stands still", STOP, 1, 2));
    all.add(
        servers(of + "minority", "the leader is alone, as both others stand still", STOP, 1, 3));
    all.add(servers(of + "full-disk", "the leader's disk takes no more", FULL, 0, 1));
    all.add(servers(of + "full-disks", "no disk takes any more", FULL, 0, 3));
    all.add(servers(of + "part-leader", "the leader is cut off from both others", CUT, 0, 1));
    all.add(servers(of + "part-follower", "a follower is cut off from both others", CUT, 1, 2));
    all.add(servers(of + "part-all", "all members are cut off from one another", CUT, 0, 3));
    all.add(
        fault(
            of + "part-pair",
            "the leader and a follower are cut off from each other, and not from the third",
            () -> new Lasting(new SeveredPair(), BEYOND_ELECTION_MILLIS)));
    all.add(wiped(of + "wiped", "all members lose their data", WipedCluster::new));
    all.add(
        fault(
            of + "long-pause",
            "a client stands still for longer than its session",
            () -> new Lasting(HarmedClient.stopped(), BEYOND_SESSION_MILLIS)));
    all.add(
        fault(
            of + "long-cut",
            "clients are cut off for longer than their session",
            () ->
                new Lasting(
                    new BadNetwork(random -> Trouble.of(Trouble.Kind.SILENT)),
                    BEYOND_SESSION_MILLIS)));
  }

  private static Fault wiped(String id, String sentence, Supplier<Nemesis> make) {
    return new Fault(id, GROUP, sentence, false, make);
  }

  private static Fault servers(String id, String sentence, Harm harm, int from, int to) {
    return fault(
        id, sentence, () -> new Lasting(new HarmedServers(harm, from, to), BEYOND_ELECTION_MILLIS));
  }

  private static Fault fault(String id, String sentence, Supplier<Nemesis> make) {
    return new Fault(id, GROUP, sentence, true, make);
  }

  private static EtcdMember any(Cluster cluster) {
    return (EtcdMember) cluster.byRank().get(0);
  }

  private static void revoke(Cluster cluster, SplittableRandom random, BooleanSupplier over)
      throws IOException {
    EtcdMember member = any(cluster);
    List<Long> leases = member.leases();
    if (!leases.isEmpty()) {
      member.revoke(leases.get(random.nextInt(leases.size())));
    }
  }

  /** All of them. */
  static List<Fault> all() {
    return ALL;
  }

  /** Whether it, or one of the two that it is of, is among them. */
  public static boolean has(Fault fault) {
    return parts(fault).stream().anyMatch(id -> ALL.stream().anyMatch(f -> f.id().equals(id)));
  }

  /** Whether C2 is claimed of a cluster under it: clocks matter to none. */
  public static boolean areExclusive(Fault fault) {
    return fault.exclusive()
        || parts(fault).stream()
            .map(Faults::named)
            .allMatch(each -> each.exclusive() || each.id().startsWith(CLOCK));
  }

  /** Whether it, or both that it is of, can be made on such a cluster. */
  public static boolean arePossible(Fault fault, Service service) {
    return parts(fault).stream().allMatch(id -> isPossible(Faults.named(id), service));
  }

  private static boolean isPossible(Fault fault, Service service) {
    return switch (fault.group()) {
      case "none", "clients" -> true;
      case "network" -> DatabaseFaults.OF_NETWORKS.contains(fault.id());
      case "server" ->
          OF_SERVERS.contains(fault.id())
              || (service != Service.ETCD && fault.id().startsWith(CLOCK));
      case GROUP -> fault.id().startsWith(service.prefix());
      default -> false;
    };
  }

  private static List<String> parts(Fault fault) {
    return List.of(fault.id().split("\\+", -1));
  }
}
