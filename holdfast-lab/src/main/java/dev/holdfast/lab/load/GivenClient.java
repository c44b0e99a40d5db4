package dev.holdfast.lab.load;

import dev.holdfast.lab.episode.Surroundings;
import dev.holdfast.redis.jedis.JedisStore;
import java.time.Duration;
import java.util.function.BooleanSupplier;
import redis.clients.jedis.Connection;
import redis.clients.jedis.ConnectionPoolConfig;
import redis.clients.jedis.HostAndPort;
import redis.clients.jedis.RedisClient;
import redis.clients.jedis.exceptions.JedisException;

/** Holdfast over a Jedis client of its user. */
final class GivenClient extends GivenConnections {
  private static final Duration POOL_WAIT = Duration.ofMillis(300);

  private final RedisClient jedis;

  GivenClient(Surroundings s) {
    this(jedis(s), s);
  }

  private GivenClient(RedisClient jedis, Surroundings s) {
    super(JedisStore.of(jedis), jedis::close, s);
    this.jedis = jedis;
  }

  private static RedisClient jedis(Surroundings s) {
    ConnectionPoolConfig pool = new ConnectionPoolConfig();
    pool.setMaxTotal(CONNECTIONS);
    pool.setMaxIdle(CONNECTIONS);
    pool.setMaxWait(POOL_WAIT);
    pool.setJmxEnabled(false);
    return RedisClient.builder()
        .hostAndPort(new HostAndPort(s.host(), s.port()))
        .poolConfig(pool)
        .build();
  }

  @Override
  void lend(BooleanSupplier wanted) {
    try (Connection borrowed = jedis.getPool().getResource()) {
      Borrowers.keep(() -> wanted.getAsBoolean() && borrowed.isConnected());
    } catch (JedisException noneLeft) {
      // The others have them all.
    }
  }
}
