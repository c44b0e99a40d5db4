package dev.holdfast.lab.load;

import dev.holdfast.Holdfast;
import dev.holdfast.LockOptions;
import dev.holdfast.lab.check.Mode;
import dev.holdfast.lab.episode.Grip;
import dev.holdfast.lab.episode.LockUnderTest;
import dev.holdfast.lab.episode.Surroundings;
import dev.holdfast.lab.episode.Way;
import dev.holdfast.redis.jedis.JedisStore;
import java.time.Duration;
import java.util.Set;
import java.util.function.BooleanSupplier;
import redis.clients.jedis.Connection;
import redis.clients.jedis.ConnectionPoolConfig;
import redis.clients.jedis.HostAndPort;
import redis.clients.jedis.RedisClient;
import redis.clients.jedis.exceptions.JedisException;

/**
 * Holdfast over a Jedis client that is its user's, who uses it for other things too, and at times
 * for so many that no connection is left for locks.
 */
final class GivenClient implements LockUnderTest {
  private static final int CONNECTIONS = 8;
  private static final Duration POOL_WAIT = Duration.ofMillis(300);

  private final RedisClient jedis;
  private final HoldfastUnderTest locks;
  private final Borrowers borrowers = new Borrowers(CONNECTIONS, this::lend);

  GivenClient(Surroundings s) {
    ConnectionPoolConfig pool = new ConnectionPoolConfig();
    pool.setMaxTotal(CONNECTIONS);
    pool.setMaxIdle(CONNECTIONS);
    pool.setMaxWait(POOL_WAIT);
    pool.setJmxEnabled(false);
    jedis =
        RedisClient.builder()
            .hostAndPort(new HostAndPort(s.host(), s.port()))
            .poolConfig(pool)
            .build();
    try {
      locks =
          new HoldfastUnderTest(
              Holdfast.builder(JedisStore.of(jedis))
                  .namespace(s.namespace())
                  .name("lab" + s.client())
                  .options(LockOptions.defaults().lease(s.lease()))
                  .build(),
              Set.of(Mode.EXCLUSIVE),
              false);
    } catch (RuntimeException refused) {
      jedis.close();
      throw refused;
    }
  }

  /** Takes every connection that the pool gives, as soon as it gives it, and keeps it. */
  @Override
  public void exhaust() {
    borrowers.exhaust();
  }

  private void lend(BooleanSupplier wanted) {
    try (Connection borrowed = jedis.getPool().getResource()) {
      Borrowers.keep(() -> wanted.getAsBoolean() && borrowed.isConnected());
    } catch (JedisException noneLeft) {
      // The others have them all.
    }
  }

  @Override
  public void relent() {
    borrowers.relent();
  }

  @Override
  public Set<Way> ways() {
    return locks.ways();
  }

  @Override
  public Grip acquire(String name, Duration wait) throws Exception {
    return locks.acquire(name, wait);
  }

  @Override
  public Grip acquire(String name, Duration wait, Way way) throws Exception {
    return locks.acquire(name, wait, way);
  }

  @Override
  public void close() {
    relent();
    locks.close();
    jedis.close();
  }
}
