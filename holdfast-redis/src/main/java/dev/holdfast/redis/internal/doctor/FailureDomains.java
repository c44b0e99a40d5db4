package dev.holdfast.redis.internal.doctor;

import dev.holdfast.redis.internal.port.NodeAddress;
import dev.holdfast.redis.internal.url.ServerLocations;
import dev.holdfast.spi.Finding;
import java.util.Collection;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;

/** On how many machines servers are that stand for each other. */
final class FailureDomains {
  private FailureDomains() {}

  static List<Finding> of(Collection<NodeAddress> servers) {
    Set<String> machines = new TreeSet<>();
    servers.forEach(server -> machines.add(ServerLocations.machine(server.host())));
    return servers.size() < 2 || machines.size() > 1 || machines.contains("")
        ? List.of()
        : List.of(
            Finding.note(
                "machines",
                "all servers are on one (" + machines.iterator().next() + ")",
                "they outlive the end of a process, not that of the machine"));
  }
}
