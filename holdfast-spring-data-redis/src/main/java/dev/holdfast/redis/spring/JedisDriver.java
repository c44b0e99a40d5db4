package dev.holdfast.redis.spring;

import dev.holdfast.redis.jedis.JedisStore;
import dev.holdfast.spi.LockStore;
import java.time.Duration;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.springframework.data.redis.connection.RedisConnection;
import org.springframework.data.redis.connection.jedis.JedisClientConfiguration;
import org.springframework.data.redis.connection.jedis.JedisConnectionFactory;
import redis.clients.jedis.RedisClient;
import redis.clients.jedis.RedisClusterClient;
import redis.clients.jedis.RedisSentinelClient;
import redis.clients.jedis.UnifiedJedis;

/** Jedis: the store borrows connections of the factory's pool, as all of Spring does. */
final class JedisDriver implements Driver {
  private final JedisConnectionFactory factory;
  private final @Nullable Duration requestTimeout;

  JedisDriver(JedisConnectionFactory factory, @Nullable Duration requestTimeout) {
    this.factory = factory;
    this.requestTimeout = requestTimeout;
  }

  @Override
  public Object client() {
    // A view of the one client that they all share: it connects to nothing, and ends nothing.
    try (RedisConnection view = factory.getConnection()) {
      return view.getNativeConnection();
    }
  }

  @Override
  public String artifact() {
    return "holdfast-redis-jedis";
  }

  @Override
  public LockStore over(Object client) {
    if (client instanceof RedisClient one) {
      return over(one);
    }
    if (client instanceof RedisSentinelClient sentineled) {
      requireJedis8(sentineled, "getPrimaryNodesConnectionMap");
      return over(sentineled);
    }
    if (client instanceof RedisClusterClient cluster) {
      requireJedis8(cluster, "refreshClusterTopology");
      return over(cluster);
    }
    throw new IllegalArgumentException(
        "this JedisConnectionFactory works with "
            + client.getClass().getName()
            + ", not with a client that locks can share: use Spring Data Redis 4.1 or later with"
            + " Jedis 7.2 or later, a constructor without a JedisPoolConfig, and leave"
            + " useUnifiedJedis on");
  }

  private LockStore over(UnifiedJedis client) {
    Duration timeout = requestTimeout == null ? configured() : requestTimeout;
    return timeout == null ? JedisStore.of(client) : JedisStore.of(client, timeout);
  }

  /** These clients show their connections, which pushes and shards need, since Jedis 8. */
  private static void requireJedis8(UnifiedJedis client, String since) {
    if (Stream.of(client.getClass().getMethods()).noneMatch(m -> m.getName().equals(since))) {
      throw new IllegalArgumentException(
          "locks behind Sentinels and on clusters need Jedis 8, which Spring Data Redis 4.1 works"
              + " with, too: name redis.clients:jedis in version 8.0.2 or later among the"
              + " dependencies (with Spring Boot, the property jedis.version)");
    }
  }

  /** What a call may take; null if the factory says that it may take for ever. */
  private @Nullable Duration configured() {
    JedisClientConfiguration configuration = factory.getClientConfiguration();
    Duration connect = configuration.getConnectTimeout();
    Duration read = configuration.getReadTimeout();
    return connect.isZero() || read.isZero() ? null : connect.plus(read);
  }
}
