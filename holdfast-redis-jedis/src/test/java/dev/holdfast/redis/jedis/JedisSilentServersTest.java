package dev.holdfast.redis.jedis;

import dev.holdfast.redis.SilentServersTests;
import dev.holdfast.servers.RedisCluster;
import dev.holdfast.servers.RedisSentinels;
import dev.holdfast.servers.RedisServer;
import dev.holdfast.spi.LockStore;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Tag;
import redis.clients.jedis.HostAndPort;
import redis.clients.jedis.RedisClient;
import redis.clients.jedis.RedisClusterClient;
import redis.clients.jedis.RedisSentinelClient;

/** Servers that fall silent, through Jedis. */
@Tag("rest")
class JedisSilentServersTest extends SilentServersTests {
  private final List<AutoCloseable> clients = new ArrayList<>();

  @AfterEach
  void close() throws Exception {
    for (AutoCloseable client : clients) {
      client.close();
    }
  }

  @Override
  protected String parameter() {
    return "client=jedis";
  }

  @Override
  protected Map<String, LockStore> given(
      RedisServer server, RedisSentinels sentinels, RedisCluster cluster) {
    RedisClient one = RedisClient.create(server.url());
    RedisSentinelClient sentineled =
        RedisSentinelClient.builder()
            .masterName(RedisSentinels.MASTER)
            .sentinels(
                sentinels.ports().stream()
                    .map(port -> new HostAndPort("127.0.0.1", port))
                    .collect(Collectors.toSet()))
            .build();
    RedisClusterClient clustered =
        RedisClusterClient.create(
            Set.of(new HostAndPort("127.0.0.1", cluster.servers().get(0).port())));
    clients.addAll(List.of(one, sentineled, clustered));
    Map<String, LockStore> given = new LinkedHashMap<>();
    given.put("a server by a client", JedisStore.of(one));
    given.put("Sentinels by a client", JedisStore.of(sentineled));
    given.put("a cluster by a client", JedisStore.of(clustered));
    return given;
  }
}
