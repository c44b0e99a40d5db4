package dev.holdfast.redis.jedis;

import dev.holdfast.redis.RedisTls;
import dev.holdfast.redis.RedisUrl;
import java.time.Duration;
import javax.net.ssl.SSLParameters;
import redis.clients.jedis.ConnectionPoolConfig;
import redis.clients.jedis.DefaultJedisClientConfig;
import redis.clients.jedis.HostAndPort;
import redis.clients.jedis.RedisClient;
import redis.clients.jedis.providers.PooledConnectionProvider;

/** The client that a URL makes: a pool, every wait of which is bounded. */
final class OwnClient {
  private static final Duration POOL_WAIT = Duration.ofSeconds(1);
  private static final Duration CONNECT_TIMEOUT = Duration.ofSeconds(1);
  private static final Duration ANSWER_TIMEOUT = Duration.ofSeconds(1);

  /** A pool's wait, a connection's beginning (whose greeting is answered too), and an answer. */
  static final Duration REQUEST_TIMEOUT =
      POOL_WAIT.plus(CONNECT_TIMEOUT).plus(ANSWER_TIMEOUT).plus(ANSWER_TIMEOUT);

  /** As many callers as can be served at once; an idle connection costs little and goes in time. */
  private static final int CONNECTIONS = 64;

  private OwnClient() {}

  static RedisClient create(RedisUrl url) {
    ConnectionPoolConfig pool = new ConnectionPoolConfig();
    pool.setMaxTotal(CONNECTIONS);
    pool.setMaxIdle(CONNECTIONS);
    pool.setMinIdle(0);
    pool.setMaxWait(POOL_WAIT);
    pool.setJmxEnabled(false);
    DefaultJedisClientConfig.Builder config =
        DefaultJedisClientConfig.builder()
            .connectionTimeoutMillis((int) CONNECT_TIMEOUT.toMillis())
            .socketTimeoutMillis((int) ANSWER_TIMEOUT.toMillis())
            .database(url.database());
    url.tls().ifPresent(tls -> secure(config, tls));
    url.user().ifPresent(config::user);
    url.password().ifPresent(config::password);
    HostAndPort server = new HostAndPort(url.host(), url.port());
    DefaultJedisClientConfig how = config.build();
    return RedisClient.builder()
        .hostAndPort(server)
        .clientConfig(how)
        .connectionProvider(new PooledConnectionProvider(new OwnConnections(server, how), pool))
        .build();
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
