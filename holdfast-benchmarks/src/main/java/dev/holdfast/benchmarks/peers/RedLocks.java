package dev.holdfast.benchmarks.peers;

import dev.holdfast.benchmarks.contender.Contender;
import dev.holdfast.benchmarks.contender.RedlockHosts;
import dev.holdfast.benchmarks.contender.Section;
import dev.holdfast.benchmarks.run.OlderRedisson;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.redisson.Redisson;
import org.redisson.RedissonRedLock;
import org.redisson.api.RLock;
import org.redisson.api.RedissonClient;
import org.redisson.config.Config;

/**
 * Redisson's lock on several servers, as its manual has it: a client with default settings for each
 * of them, but for a pool as large as the others', and a lock of each client, which renews itself.
 */
final class RedLocks implements Contender {
  private final List<RedissonClient> clients;

  RedLocks(String url, int connections) {
    String version = Redisson.class.getPackage().getImplementationVersion();
    if (!OlderRedisson.VERSION.equals(version)) {
      throw new IllegalStateException(
          "Redisson is " + version + " here, and not " + OlderRedisson.VERSION);
    }
    clients =
        RedlockHosts.of(url).stream().map(host -> client("redis://" + host, connections)).toList();
  }

  private static RedissonClient client(String address, int connections) {
    Config config = new Config();
    config
        .useSingleServer()
        .setAddress(address)
        .setConnectionPoolSize(connections)
        .setConnectionMinimumIdleSize(connections);
    return Redisson.create(config);
  }

  @Override
  @SuppressWarnings("deprecation") // it is what is asked for
  public Section section(String name) {
    return new LockSection(
        new RedissonRedLock(
            clients.stream().map(client -> client.getLock(name)).toArray(RLock[]::new)));
  }

  @Override
  public void close() {
    clients.forEach(client -> client.shutdown(0, 2, TimeUnit.SECONDS));
  }
}
