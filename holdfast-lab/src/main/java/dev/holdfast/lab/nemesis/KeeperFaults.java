package dev.holdfast.lab.nemesis;

import dev.holdfast.lab.keeper.KeeperProcess;
import dev.holdfast.lab.nemesis.HarmedServers.Harm;
import dev.holdfast.lab.proxy.Trouble;
import java.util.List;
import java.util.Set;
import java.util.function.Supplier;

/** The faults of a ZooKeeper ensemble, and which of the others can be made there. */
public final class KeeperFaults {
  /** What they are listed under. */
  static final String GROUP = "zookeeper";

  /** Longer than a session of the lab, and than its end takes the servers. */
  private static final int BEYOND_SESSION_MILLIS = 4_500;

  /** Longer than it takes the others to choose another leader. */
  private static final int BEYOND_ELECTION_MILLIS = 2_500;

  private static final Set<String> OF_SERVERS =
      Set.of("stop-server", "restart-server", "clock-jump");

  private static final Harm KILL =
      Harm.of("killed", KeeperProcess::kill, KeeperProcess::ensureAlive);
  private static final Harm STOP = Harm.of("stopped", KeeperProcess::pause, KeeperProcess::resume);
  private static final Harm FULL =
      Harm.of(
          "without room on its disk", each -> each.fillDisk(true), each -> each.fillDisk(false));

  private static final List<Fault> ALL =
      List.of(
          servers("zk-kill-leader", "the leader is killed", KILL, 0, 1),
          servers("zk-stop-leader", "the leader stands still until there is another", STOP, 0, 1),
          servers("zk-kill-follower", "a follower is killed", KILL, 1, 2),
          servers("zk-stop-follower", "a follower stands still", STOP, 1, 2),
          servers("zk-minority", "the leader is alone, as both others stand still", STOP, 1, 3),
          servers("zk-full-disk", "the leader's disk takes no more", FULL, 0, 1),
          servers("zk-full-disks", "no disk takes any more", FULL, 0, 3),
          fault(
              "zk-long-pause",
              "a client stands still for longer than its session",
              () -> new Lasting(new StoppedClient(), BEYOND_SESSION_MILLIS)),
          fault(
              "zk-long-cut",
              "clients are cut off for longer than their session",
              () ->
                  new Lasting(
                      new BadNetwork(random -> Trouble.of(Trouble.Kind.SILENT)),
                      BEYOND_SESSION_MILLIS)));

  private KeeperFaults() {}

  private static Fault servers(String id, String sentence, Harm harm, int from, int to) {
    return fault(
        id, sentence, () -> new Lasting(new HarmedServers(harm, from, to), BEYOND_ELECTION_MILLIS));
  }

  private static Fault fault(String id, String sentence, Supplier<Nemesis> make) {
    return new Fault(id, GROUP, sentence, true, make);
  }

  /** All of them. */
  static List<Fault> all() {
    return ALL;
  }

  /** Whether it, or one of the two that it is of, is among them. */
  public static boolean has(Fault fault) {
    return parts(fault).stream().anyMatch(id -> ALL.stream().anyMatch(f -> f.id().equals(id)));
  }

  /** Whether it, or both that it is of, can be made on an ensemble. */
  public static boolean arePossible(Fault fault) {
    return parts(fault).stream().allMatch(id -> isPossible(Faults.named(id)));
  }

  private static boolean isPossible(Fault fault) {
    return switch (fault.group()) {
      case "none", "clients", GROUP -> true;
      case "network" -> DatabaseFaults.OF_NETWORKS.contains(fault.id());
      case "server" -> OF_SERVERS.contains(fault.id());
      default -> false;
    };
  }

  private static List<String> parts(Fault fault) {
    return List.of(fault.id().split("\\+", -1));
  }
}
