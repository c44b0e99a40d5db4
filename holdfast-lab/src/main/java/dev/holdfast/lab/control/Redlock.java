package dev.holdfast.lab.control;

import dev.holdfast.lab.episode.Grip;
import dev.holdfast.lab.episode.Surroundings;
import java.io.IOException;
import java.nio.file.Files;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.UUID;
import org.jspecify.annotations.Nullable;
import redis.clients.jedis.DefaultJedisClientConfig;
import redis.clients.jedis.HostAndPort;
import redis.clients.jedis.RedisClient;
import redis.clients.jedis.exceptions.JedisException;
import redis.clients.jedis.params.SetParams;

/**
 * D9: D6 on several servers that know nothing of each other, held by whoever has a majority of
 * them, for what is left of the lease. A server that comes back empty gives the name away once
 * more; and as in D6 there is no token.
 */
final class Redlock implements Design {
  private static final int TIMEOUT_MILLIS = 50;
  private static final Duration DRIFT = Duration.ofMillis(2);

  private final List<RedisClient> nodes = new ArrayList<>();
  private final Duration lease;
  private final String prefix;

  Redlock(Surroundings s) throws IOException {
    DefaultJedisClientConfig config =
        DefaultJedisClientConfig.builder().timeoutMillis(TIMEOUT_MILLIS).build();
    for (String port : Files.readAllLines(s.folder().resolveSibling(RedlockNodes.PORTS))) {
      nodes.add(
          RedisClient.builder()
              .hostAndPort(new HostAndPort(s.host(), Integer.parseInt(port)))
              .clientConfig(config)
              .build());
    }
    lease = s.lease();
    prefix = s.namespace() + ":";
  }

  @Override
  public @Nullable Grip attempt(String name) {
    String key = prefix + name;
    String value = UUID.randomUUID().toString();
    SetParams form = SetParams.setParams().nx().px(lease.toMillis());
    long asked = System.nanoTime();
    int granted = 0;
    for (RedisClient node : nodes) {
      try {
        granted += node.set(key, value, form) == null ? 0 : 1;
      } catch (JedisException noAnswer) {
        // A node that does not answer has not granted.
      }
    }
    Duration valid = lease.minus(lease.dividedBy(100)).minus(DRIFT);
    if (granted <= nodes.size() / 2 || System.nanoTime() - asked >= valid.toNanos()) {
      release(key, value);
      return null;
    }
    return Belief.lasting(asked, valid, () -> release(key, value));
  }

  private void release(String key, String value) {
    for (RedisClient node : nodes) {
      try {
        node.eval(OwnValue.RELEASE, List.of(key), List.of(value));
      } catch (JedisException noAnswer) {
        // It expires there.
      }
    }
  }

  @Override
  public void close() {
    nodes.forEach(RedisClient::close);
  }
}
