package dev.holdfast.lab.episode;

import dev.holdfast.lab.cluster.Sockets;
import dev.holdfast.lab.wire.Wire;
import dev.holdfast.servers.RedisServer;
import java.io.IOException;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

/**
 * The connections that clients have, and what was asked for last over each of them, as far as a
 * proxy, the server or the kernel can tell.
 *
 * @param servers those of Redis; in root mode the first is the one that is asked
 * @param wires what joins each client to it in root mode; else none
 */
record OpenConnections(
    Ground ground, List<RedisServer> servers, List<Wire> wires, List<ClientProcess> clients) {
  /** All of them in words. */
  List<String> inWords() {
    List<String> all = new ArrayList<>();
    try {
      for (int client = 0; client < clients.size(); client++) {
        for (String last : of(client)) {
          all.add("a connection of client " + client + ", which asked last for " + last);
        }
      }
    } catch (IOException unknown) {
      all.add("connections that cannot be looked at: " + unknown);
    }
    return all;
  }

  /** What was asked for last over each of one client's. */
  private List<String> of(int client) throws IOException {
    if (!ground.isDirect()) {
      return ground.connections(client);
    }
    return wires.isEmpty() ? bySockets(client) : byServer(wires.get(client));
  }

  /** Clients are told by the servers where those are; only the kernel knows where they went. */
  private List<String> bySockets(int client) throws IOException {
    Set<Integer> ports = new HashSet<>(ground.server().ports());
    servers.forEach(each -> ports.add(each.port()));
    return Sockets.obstacle().isEmpty() ? clients.get(client).connections(ports) : List.of();
  }

  private List<String> byServer(Wire wire) throws IOException {
    String known = String.valueOf(servers.get(0).call("CLIENT", "LIST"));
    List<String> last = new ArrayList<>();
    for (int port : wire.ports()) {
      String address = " addr=" + wire.client() + ":" + port + " ";
      last.add(
          known
              .lines()
              .filter(line -> line.contains(address))
              .map(line -> line.replaceAll(".* cmd=(\\S*).*", "$1"))
              .findFirst()
              .orElse("nothing that the server knows of"));
    }
    return last;
  }
}
