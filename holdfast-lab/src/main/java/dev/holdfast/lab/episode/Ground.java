package dev.holdfast.lab.episode;

import dev.holdfast.lab.proxy.Protocol;
import dev.holdfast.lab.proxy.Proxy;
import java.util.ArrayList;
import java.util.List;

/** A server, and a proxy between each client and it; in root mode there are none. */
record Ground(StoreServer server, List<Proxy> proxies) implements AutoCloseable {
  static Ground of(StoreServer server, Protocol protocol, int proxies) {
    List<Proxy> all = new ArrayList<>();
    for (int i = 0; i < proxies; i++) {
      all.add(new Proxy(server.ports(), protocol));
    }
    return new Ground(server, List.copyOf(all));
  }

  @Override
  public void close() {
    proxies.forEach(Proxy::close);
    server.close();
  }
}
