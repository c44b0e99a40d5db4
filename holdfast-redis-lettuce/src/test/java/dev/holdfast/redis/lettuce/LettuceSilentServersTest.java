package dev.holdfast.redis.lettuce;

import dev.holdfast.redis.SilentServersTests;
import dev.holdfast.servers.RedisCluster;
import dev.holdfast.servers.RedisSentinels;
import dev.holdfast.servers.RedisServer;
import dev.holdfast.spi.LockStore;
import io.lettuce.core.RedisClient;
import io.lettuce.core.RedisURI;
import io.lettuce.core.cluster.RedisClusterClient;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Tag;

/** Servers that fall silent, through Lettuce. */
@Tag("rest")
class LettuceSilentServersTest extends SilentServersTests {
  private final List<Runnable> ends = new ArrayList<>();

  @AfterEach
  void close() {
    ends.forEach(Runnable::run);
  }

  @Override
  protected String parameter() {
    return "client=lettuce";
  }

  @Override
  protected Map<String, LockStore> given(
      RedisServer server, RedisSentinels sentinels, RedisCluster cluster) {
    RedisClient one = RedisClient.create(server.url());
    RedisURI.Builder master = RedisURI.builder().withSentinelMasterId(RedisSentinels.MASTER);
    sentinels.ports().forEach(port -> master.withSentinel("127.0.0.1", port));
    RedisClient sentineled = RedisClient.create(master.build());
    RedisClusterClient clustered =
        RedisClusterClient.create("redis://127.0.0.1:" + cluster.servers().get(0).port());
    ends.addAll(List.of(one::shutdown, sentineled::shutdown, clustered::shutdown));
    Map<String, LockStore> given = new LinkedHashMap<>();
    given.put("a server by a client", LettuceStore.of(one));
    given.put("Sentinels by a client", LettuceStore.of(sentineled));
    given.put("a cluster by a client", LettuceStore.of(clustered));
    return given;
  }
}
