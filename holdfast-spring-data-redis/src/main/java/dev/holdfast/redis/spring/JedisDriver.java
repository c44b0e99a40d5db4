package dev.holdfast.redis.spring;

import dev.holdfast.redis.jedis.JedisStore;
import dev.holdfast.redis.jedis.internal.JedisVersion;
import dev.holdfast.spi.LockStore;
import java.time.Duration;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.springframework.data.redis.connection.RedisConnection;
import org.springframework.data.redis.connection.jedis.JedisClientConfiguration;
import org.springframework.data.redis.connection.jedis.JedisConnectionFactory;
import redis.clients.jedis.UnifiedJedis;

/** Jedis: the store connects as the factory's client does, beside the pool that Spring uses. */
final class JedisDriver implements Driver {
  /** By name, as none of them is there in a Jedis that is too old. */
  private static final Set<String> SHARED =
      Set.of(
          "redis.clients.jedis.RedisClient",
          "redis.clients.jedis.RedisSentinelClient",
          "redis.clients.jedis.RedisClusterClient");

  private final JedisConnectionFactory factory;
  private final @Nullable Duration requestTimeout;

  JedisDriver(JedisConnectionFactory factory, @Nullable Duration requestTimeout) {
    this.factory = factory;
    this.requestTimeout = requestTimeout;
  }

  @Override
  public Object client() {
    if (JedisVersion.isTooOld()) {
      throw refusal("connections"); // before one is asked for, as the server may be down
    }
    // A view of the one client that they all share: it connects to nothing, and ends nothing.
    try (RedisConnection view = factory.getConnection()) {
      return view.getNativeConnection();
    }
  }

  @Override
  public LockStore withKeyPrefix(LockStore store, String prefix) {
    return ((JedisStore) store).keyPrefix(prefix);
  }

  @Override
  public String artifact() {
    return "holdfast-redis-jedis";
  }

  @Override
  public LockStore over(Object client) {
    if (client instanceof UnifiedJedis shared
        && !JedisVersion.isTooOld()
        && SHARED.contains(client.getClass().getName())) {
      Duration timeout = requestTimeout == null ? configured() : requestTimeout;
      return timeout == null ? JedisStore.of(shared) : JedisStore.of(shared, timeout);
    }
    throw refusal(client.getClass().getName());
  }

  private static IllegalArgumentException refusal(String what) {
    return new IllegalArgumentException(
        "this JedisConnectionFactory works with "
            + what
            + " of "
            + JedisVersion.found()
            + ", not with a client that locks can share: use Spring Data Redis 4.1 (Spring Boot"
            + " 4.1) or later with Jedis 7.2 or later, a constructor without a JedisPoolConfig, and"
            + " leave useUnifiedJedis on; or use a LettuceConnectionFactory with"
            + " dev.holdfast:holdfast-redis-lettuce, for which Lettuce 6.5 is enough");
  }

  /** What a call may take; null if the factory sets no limit. */
  private @Nullable Duration configured() {
    JedisClientConfiguration configuration = factory.getClientConfiguration();
    Duration connect = configuration.getConnectTimeout();
    Duration read = configuration.getReadTimeout();
    return connect.isZero() || read.isZero() ? null : connect.plus(read);
  }
}
