package dev.holdfast.redis.jedis;

import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import redis.clients.jedis.Connection;
import redis.clients.jedis.RedisClient;
import redis.clients.jedis.RedisSentinelClient;
import redis.clients.jedis.UnifiedJedis;
import redis.clients.jedis.exceptions.JedisConnectionException;
import redis.clients.jedis.util.Pool;

/**
 * Where one connection of a client can be had for a while, as none of its calls would take it: one
 * that is listened to, and cut if need be. Closing the connection gives it back.
 */
final class ConnectionSource {
  private final Supplier<Pool<Connection>> pool;

  ConnectionSource(Supplier<Pool<Connection>> pool) {
    this.pool = pool;
  }

  /** That of a client which shows its pool; null of any other. */
  static @Nullable ConnectionSource of(UnifiedJedis client) {
    if (client instanceof RedisClient pooled) {
      return new ConnectionSource(pooled::getPool);
    }
    if (client instanceof RedisSentinelClient sentineled) {
      return new ConnectionSource(() -> masters(sentineled));
    }
    return null;
  }

  private static Pool<Connection> masters(RedisSentinelClient client) {
    return client.getPrimaryNodesConnectionMap().values().stream()
        .findFirst()
        .orElseThrow(() -> new JedisConnectionException("no Sentinel has named a master yet"));
  }

  /** Where connections of one's own can be had that are like these, until that is closed. */
  UrlPool ofItsOwn() {
    return UrlPool.like(pool);
  }

  Connection borrow() {
    return pool.get().getResource();
  }

  /** Ends the connections that are not in use; of a store's own, the others when they come back. */
  void clear() {
    pool.get().clear();
  }
}
