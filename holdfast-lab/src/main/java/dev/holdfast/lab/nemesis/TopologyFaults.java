package dev.holdfast.lab.nemesis;

import dev.holdfast.lab.topology.Topology;
import java.util.List;
import java.util.Set;
import java.util.stream.Stream;

/** The faults of several Redis servers, and which of the others can be made there. */
public final class TopologyFaults {
  /** What they are listed under. */
  static final String GROUP = "topology";

  private static final Set<String> OF_SERVERS = Set.of("stop-server", "eviction");

  /** By orders to every server. What a replica is told to be is no fault of one among several. */
  private static final Set<String> ORDERS =
      Set.of("script-flush", "client-kill", "pubsub-kill", "client-pause", "debug-sleep", "oom");

  /** A client that connects after a clock has jumped does not know of it. */
  private static final Set<String> NEW_CLIENTS =
      Set.of("kill-client", "kill-holder", "close-client");

  /** Members that were killed or restarted are back with nothing. */
  private static final List<String> FORGETFUL = List.of("quorum-kill", "quorum-restart");

  private static final List<Fault> ALL =
      Stream.of(QuorumFaults.make(), SentinelFaults.make(), ShardFaults.make())
          .flatMap(List::stream)
          .toList();

  private TopologyFaults() {}

  /** All of them. */
  static List<Fault> all() {
    return ALL;
  }

  /** Whether it, or one of the two that it is of, is among them. */
  public static boolean has(Fault fault) {
    return parts(fault).stream().anyMatch(id -> ALL.stream().anyMatch(f -> f.id().equals(id)));
  }

  /** Whether C2 is claimed under it. */
  public static boolean areExclusive(Fault fault) {
    boolean unseen =
        fault.id().contains("clock-jump") && parts(fault).stream().anyMatch(NEW_CLIENTS::contains);
    return fault.exclusive() && !unseen;
  }

  /**
   * Whether members of a quorum forget holds under it. Then a hold may be lost before its time,
   * although nobody else is granted it.
   */
  public static boolean areForgetful(Fault fault) {
    return parts(fault).stream().anyMatch(id -> FORGETFUL.stream().anyMatch(id::startsWith));
  }

  /** Whether it, or both that it is of, can be made there. */
  public static boolean arePossible(Fault fault, Topology topology) {
    return parts(fault).stream().allMatch(id -> isPossible(Faults.named(id), topology));
  }

  private static boolean isPossible(Fault fault, Topology topology) {
    return switch (fault.group()) {
      case "none", "clients" -> true;
      case "network" -> !topology.announcesAddresses();
      case "server" -> OF_SERVERS.contains(fault.id());
      case "orders" -> ORDERS.contains(fault.id());
      case GROUP -> fault.id().startsWith(topology.prefix());
      default -> false;
    };
  }

  private static List<String> parts(Fault fault) {
    return List.of(fault.id().split("\\+", -1));
  }
}
