package dev.holdfast.lab.episode;

import dev.holdfast.Holdfast;
import dev.holdfast.LockInfo;
import dev.holdfast.Owner;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.locks.LockSupport;
import java.util.function.Supplier;

/**
 * What of an episode is left in a database after all clients have closed, holds and places, and on
 * the way there: connections.
 */
final class LeftInTables {
  private static final Duration SLACK = Duration.ofSeconds(1);
  private static final int MOST = 1_000;

  private final String url;
  private final String namespace;
  private final Supplier<List<String>> connections;

  LeftInTables(String url, String namespace, Supplier<List<String>> connections) {
    this.url = url;
    this.namespace = namespace;
    this.connections = connections;
  }

  /**
   * What is still there a lease and a second after the end.
   *
   * @param killed whether clients were killed, whose places in queues last for some seconds
   */
  List<String> after(Duration lease, boolean killed) {
    try (Holdfast client = Holdfast.builder(url).namespace(namespace).build()) {
      long end = System.nanoTime() + lease.plus(SLACK).toNanos();
      List<String> left = look(client, killed);
      while (!left.isEmpty() && System.nanoTime() < end) {
        LockSupport.parkNanos(50_000_000);
        left = look(client, killed);
      }
      return left;
    }
  }

  private List<String> look(Holdfast client, boolean killed) {
    List<String> left = new ArrayList<>(connections.get());
    for (String name : client.names(MOST)) {
      LockInfo info = client.inspect(name);
      for (LockInfo.Hold hold : info.holds()) {
        left.add(name + " held by " + hold.owner().id());
      }
      for (Owner waiter : killed ? List.<Owner>of() : info.waiters()) {
        left.add(name + " waited for by " + waiter.id());
      }
    }
    return left;
  }
}
