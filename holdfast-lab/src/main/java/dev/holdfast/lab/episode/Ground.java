package dev.holdfast.lab.episode;

import dev.holdfast.lab.proxy.Protocol;
import dev.holdfast.lab.proxy.Proxy;
import dev.holdfast.lab.proxy.Trouble;
import dev.holdfast.servers.Server;
import java.io.IOException;
import java.net.InetAddress;
import java.util.ArrayList;
import java.util.List;

/**
 * What a lock is on, and the proxies on the way there.
 *
 * @param server what it is on
 * @param ways the proxies of each client: one, or one for each server; none if clients go there by
 *     themselves, as in root mode
 */
record Ground(Server server, List<List<Proxy>> ways) implements AutoCloseable {
  /** One where each client has a proxy, which goes to any of the servers. */
  static Ground of(Server server, Protocol protocol, int clients) {
    List<List<Proxy>> ways = new ArrayList<>();
    for (int i = 0; i < clients; i++) {
      ways.add(List.of(new Proxy(server.ports(), protocol)));
    }
    return new Ground(server, List.copyOf(ways));
  }

  /** One where each client has a proxy before each of the servers, at an address of its own. */
  static Ground ofEach(Server server, Protocol protocol, int clients) throws IOException {
    List<List<Proxy>> ways = new ArrayList<>();
    for (int i = 0; i < clients; i++) {
      InetAddress own = OwnLoopback.of(i);
      ways.add(server.ports().stream().map(port -> new Proxy(own, port, protocol)).toList());
    }
    return new Ground(server, List.copyOf(ways));
  }

  /** One without proxies. */
  static Ground direct(Server server) {
    return new Ground(server, List.of());
  }

  boolean isDirect() {
    return ways.isEmpty();
  }

  /** Where a client finds it; of many clients some share a way. */
  List<Integer> ports(int client) {
    return isDirect()
        ? server.ports()
        : ways.get(client % ways.size()).stream().map(Proxy::port).toList();
  }

  void set(Trouble trouble) {
    ways.forEach(each -> each.forEach(proxy -> proxy.set(trouble)));
  }

  void set(int client, Trouble trouble) {
    ways.get(client).forEach(proxy -> proxy.set(trouble));
  }

  void set(int client, int server, Trouble trouble) {
    ways.get(client).get(server).set(trouble);
  }

  void reset() {
    ways.forEach(each -> each.forEach(Proxy::reset));
  }

  void reset(int client) {
    if (!isDirect()) {
      ways.get(client).forEach(Proxy::reset);
    }
  }

  /** A client's connections that there are: what was asked for last over each of them. */
  List<String> connections(int client) {
    return ways.get(client).stream().flatMap(proxy -> proxy.connections().stream()).toList();
  }

  @Override
  public void close() {
    ways.forEach(each -> each.forEach(Proxy::close));
    server.close();
  }
}
