package dev.holdfast.redis.jedis;

import dev.holdfast.redis.internal.port.NodeAddress;
import dev.holdfast.redis.internal.url.RedisTls;
import dev.holdfast.redis.internal.url.RedisUrl;
import java.time.Duration;
import java.util.stream.Collectors;
import javax.net.ssl.SSLParameters;
import redis.clients.jedis.ConnectionPoolConfig;
import redis.clients.jedis.DefaultJedisClientConfig;
import redis.clients.jedis.HostAndPort;
import redis.clients.jedis.RedisClient;
import redis.clients.jedis.RedisSentinelClient;

/** The client that a URL makes: a pool, every wait of which is bounded. */
final class UrlClient {
  /** What waiting for a connection of the store's own takes at most. */
  static final Duration POOL_WAIT = Duration.ofSeconds(1);

  private static final Duration CONNECT_TIMEOUT = Duration.ofSeconds(1);
  private static final Duration ANSWER_TIMEOUT = Duration.ofSeconds(1);

  /** A pool's wait, a connection's beginning (whose greeting is answered too), and an answer. */
  static final Duration REQUEST_TIMEOUT =
      POOL_WAIT.plus(CONNECT_TIMEOUT).plus(ANSWER_TIMEOUT).plus(ANSWER_TIMEOUT);

  /**
   * How many calls of users are under way at once at most, but for those that go past hung ones.
   */
  static final int CALLS = 64;

  /**
   * Renewals, and what else runs in the background, find one beside all of those calls. An idle
   * connection costs little and goes in time.
   */
  private static final int CONNECTIONS = CALLS + 8;

  private UrlClient() {}

  /** A client of one server, and where its connections can be had. */
  record Pooled(RedisClient client, ConnectionSource connectionSource) {}

  /** Of one server: the one that the URL names, or a node of the cluster that it names. */
  static Pooled create(RedisUrl url, NodeAddress node) {
    HostAndPort server = new HostAndPort(node.host(), node.port());
    DefaultJedisClientConfig how = data(url).build();
    UrlPool pool = new UrlPool(new UrlConnections(server, how), pool());
    RedisClient client =
        RedisClient.builder()
            .hostAndPort(server)
            .clientConfig(how)
            .connectionProvider(pool)
            .build();
    return new Pooled(client, new ConnectionSource(() -> pool));
  }

  /** Of the master that Sentinels name; it follows them. */
  static RedisSentinelClient sentineled(RedisUrl url) {
    DefaultJedisClientConfig.Builder sentinels = timeouts();
    url.tls().ifPresent(tls -> secure(sentinels, tls));
    url.sentinelUser().ifPresent(sentinels::user);
    url.sentinelPassword().ifPresent(sentinels::password);
    return RedisSentinelClient.builder()
        .masterName(url.master())
        .sentinels(
            url.nodes().stream()
                .map(node -> new HostAndPort(node.host(), node.port()))
                .collect(Collectors.toSet()))
        .sentinelClientConfig(sentinels.build())
        .clientConfig(data(url).build())
        .poolConfig(pool())
        .build();
  }

  /** Of a store: as many connections as it may need, each of which is closed when it is idle. */
  static ConnectionPoolConfig pool() {
    ConnectionPoolConfig pool = new ConnectionPoolConfig();
    pool.setMaxTotal(CONNECTIONS);
    pool.setMaxIdle(CONNECTIONS);
    pool.setMinIdle(0);
    pool.setMaxWait(POOL_WAIT);
    pool.setJmxEnabled(false);
    return pool;
  }

  private static DefaultJedisClientConfig.Builder timeouts() {
    return DefaultJedisClientConfig.builder()
        .connectionTimeoutMillis((int) CONNECT_TIMEOUT.toMillis())
        .socketTimeoutMillis((int) ANSWER_TIMEOUT.toMillis());
  }

  static DefaultJedisClientConfig.Builder data(RedisUrl url) {
    DefaultJedisClientConfig.Builder config = timeouts().database(url.database());
    url.tls().ifPresent(tls -> secure(config, tls));
    url.user().ifPresent(config::user);
    url.password().ifPresent(config::password);
    return config;
  }

  /**
   * With one context for all connections, which resumes sessions; the newer way knows no PEM, and
   * makes a context (and reads the files) for each connection.
   */
  @SuppressWarnings("deprecation")
  private static void secure(DefaultJedisClientConfig.Builder config, RedisTls tls) {
    SSLParameters parameters = new SSLParameters();
    // What makes the JDK compare the certificate's names with the host of the URL.
    parameters.setEndpointIdentificationAlgorithm("HTTPS");
    config.ssl(true).sslSocketFactory(tls.context().getSocketFactory()).sslParameters(parameters);
  }
}
