package dev.holdfast.redis.lettuce;

import dev.holdfast.redis.RedisClusterTests;
import dev.holdfast.servers.RedisServer;
import dev.holdfast.spi.LockStore;
import io.lettuce.core.RedisURI;
import io.lettuce.core.cluster.RedisClusterClient;
import io.lettuce.core.cluster.api.StatefulRedisClusterConnection;
import java.util.List;

/** A cluster through Lettuce. */
class LettuceClusterTest extends RedisClusterTests {
  @Override
  protected AutoCloseable client(List<RedisServer> nodes) {
    return RedisClusterClient.create(RedisURI.create("127.0.0.1", nodes.get(0).port()));
  }

  @Override
  protected LockStore over(AutoCloseable client) {
    return LettuceStore.of((RedisClusterClient) client);
  }

  @Override
  protected boolean works(AutoCloseable client) {
    try (StatefulRedisClusterConnection<String, String> connection =
        ((RedisClusterClient) client).connect()) {
      return "PONG".equals(connection.sync().ping());
    }
  }
}
