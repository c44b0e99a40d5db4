package dev.holdfast.redis.jedis;

import dev.holdfast.redis.RedisClusterTests;
import dev.holdfast.servers.RedisServer;
import dev.holdfast.spi.LockStore;
import java.util.List;
import java.util.stream.Collectors;
import redis.clients.jedis.HostAndPort;
import redis.clients.jedis.RedisClusterClient;

/** A cluster through Jedis. */
class JedisClusterTest extends RedisClusterTests {
  @Override
  protected AutoCloseable client(List<RedisServer> nodes) {
    return RedisClusterClient.create(
        nodes.stream()
            .limit(1)
            .map(node -> new HostAndPort("127.0.0.1", node.port()))
            .collect(Collectors.toSet()));
  }

  @Override
  protected LockStore over(AutoCloseable client) {
    return JedisStore.of((RedisClusterClient) client);
  }

  @Override
  protected boolean works(AutoCloseable client) {
    return "PONG".equals(((RedisClusterClient) client).ping());
  }
}
