package dev.holdfast.redis.jedis;

import dev.holdfast.redis.RedisStore;
import dev.holdfast.redis.internal.port.RedisPort;
import dev.holdfast.redis.internal.url.RedisUrl;
import dev.holdfast.redis.internal.url.ServerLocations;
import dev.holdfast.redis.jedis.internal.JedisVersion;
import dev.holdfast.spi.ClientIdentity;
import dev.holdfast.spi.Examination;
import dev.holdfast.spi.Finding;
import dev.holdfast.spi.LockStore;
import dev.holdfast.spi.StoreCapabilities;
import dev.holdfast.spi.StoreListener;
import dev.holdfast.spi.StoreSession;
import java.time.Duration;
import java.util.List;
import java.util.Objects;
import redis.clients.jedis.UnifiedJedis;

/**
 * Locks on a Redis server, behind Sentinels, or on a cluster, through a Jedis client.
 *
 * <pre>{@code
 * RedisClient jedis = RedisClient.create("redis://localhost:6379");
 * try (Holdfast holdfast = Holdfast.over(JedisStore.of(jedis))) { … }
 * }</pre>
 *
 * <p>The client stays its owner's: closing the store does not close it. How it connects, and as
 * whom, to which database, is used over connections of the store's own, which nothing else uses and
 * whose number the client's pool does not bound: 72 at most. A call takes one of them for one round
 * trip, and where the server is near, more than eight calls at a time share them; while a session
 * is open, one more is listened to for pushes by a daemon thread named {@code
 * holdfast-jedis-pushes}. That is so for a {@link redis.clients.jedis.RedisClient}, a {@link
 * redis.clients.jedis.RedisSentinelClient} and a {@link redis.clients.jedis.RedisClusterClient}.
 * Any other client does not show how it connects, and its own calls are used: give it a bounded
 * wait and room for two connections more than the program takes, and leave none of its connections
 * in another database.
 */
public final class JedisStore implements LockStore {
  /** What Jedis waits for an answer unless it is told otherwise, and as much for a connection. */
  private static final Duration USUAL_TIMEOUT = Duration.ofSeconds(4);

  private final RedisStore store;

  private JedisStore(String description, RedisPort port, Duration timeout) {
    this(new RedisStore(description, capabilities(timeout), port));
  }

  private JedisStore(RedisStore store) {
    this.store = store;
  }

  /**
   * A store over a client with the usual timeouts of Jedis: two seconds each.
   *
   * @throws IllegalArgumentException if the Jedis that is there is too old: 7.2 is the least, and 8
   *     behind Sentinels and on a cluster
   */
  public static JedisStore of(UnifiedJedis client) {
    return of(client, USUAL_TIMEOUT);
  }

  /**
   * A store over a client.
   *
   * @param requestTimeout the longest a call through this client takes before it fails: connecting
   *     and answering together
   * @throws IllegalArgumentException if the Jedis that is there is too old: 7.2 is the least, and 8
   *     behind Sentinels and on a cluster
   */
  public static JedisStore of(UnifiedJedis client, Duration requestTimeout) {
    Objects.requireNonNull(client, "client");
    Objects.requireNonNull(requestTimeout, "requestTimeout");
    JedisVersion.requireLeast();
    return new JedisStore(
        JedisPorts.description(client),
        JedisPorts.over(client),
        requestTimeout.plus(UrlClient.POOL_WAIT));
  }

  /** A store with a client of its own. */
  static JedisStore at(RedisUrl url) {
    JedisVersion.requireLeast();
    return new JedisStore(
        new RedisStore(
                url.toString(),
                capabilities(UrlClient.REQUEST_TIMEOUT),
                JedisPorts.at(url),
                ServerLocations.of(url, JedisNodes::own))
            .keyPrefix(url.prefix()));
  }

  private static StoreCapabilities capabilities(Duration timeout) {
    return new StoreCapabilities(
        true, true, StoreCapabilities.HoldKind.LEASE, timeout.plusNanos(Combiner.PATIENCE_NANOS));
  }

  @Override
  public StoreCapabilities capabilities() {
    return store.capabilities();
  }

  @Override
  public StoreSession open(ClientIdentity client, StoreListener listener) {
    return store.open(client, listener);
  }

  /**
   * The same store with this before all keys and channels, which else begin with {@code hf1:}: for
   * a user whose rights are {@code ~tenant42:*} and {@code &tenant42:*}, {@code "tenant42:"}. Two
   * prefixes are two worlds: a name under one of them does not exclude the same name under another,
   * nor without one. The connections are shared: closing either store closes them.
   *
   * @param prefix visible ASCII characters without braces, at most 128
   * @throws IllegalArgumentException if keys cannot begin like this
   */
  public JedisStore keyPrefix(String prefix) {
    return new JedisStore(store.keyPrefix(prefix));
  }

  @Override
  public JedisStore rejoiningAfter(Duration uptime) {
    return new JedisStore(store.rejoiningAfter(uptime));
  }

  @Override
  public List<Finding> examine(Examination examination) {
    return store.examine(examination);
  }

  @Override
  public void close() {
    store.close();
  }

  @Override
  public String toString() {
    return store.toString();
  }
}
