package dev.holdfast.benchmarks.contender;

import java.net.URI;
import java.util.concurrent.atomic.LongAdder;
import java.util.function.BiFunction;
import redis.clients.jedis.CommandArguments;
import redis.clients.jedis.Connection;
import redis.clients.jedis.ConnectionFactory;
import redis.clients.jedis.ConnectionPoolConfig;
import redis.clients.jedis.DefaultJedisClientConfig;
import redis.clients.jedis.DefaultJedisSocketFactory;
import redis.clients.jedis.HostAndPort;
import redis.clients.jedis.JedisClientConfig;
import redis.clients.jedis.JedisSocketFactory;
import redis.clients.jedis.RedisClient;
import redis.clients.jedis.providers.PooledConnectionProvider;

/**
 * A pooled Jedis client that counts every command which its connections send: calls, pipelined
 * commands and subscriptions alike.
 */
public final class CountedJedis implements AutoCloseable {
  /** Beside one connection for each thread: for pushes, and for what runs in the background. */
  private static final int SPARE = 8;

  private final LongAdder sent = new LongAdder();
  private final RedisClient client;

  /** A client whose pool has a connection for each of so many threads. */
  public CountedJedis(String redisUrl, int threads) {
    this(redisUrl, threads, DefaultJedisSocketFactory::new);
  }

  private CountedJedis(
      String redisUrl,
      int threads,
      BiFunction<HostAndPort, JedisClientConfig, JedisSocketFactory> sockets) {
    URI url = URI.create(redisUrl);
    DefaultJedisClientConfig config = DefaultJedisClientConfig.builder().build();
    HostAndPort address = new HostAndPort(url.getHost(), url.getPort());
    Connection.Builder connections = new CountingBuilder(sent);
    ConnectionFactory factory =
        ConnectionFactory.builder()
            .hostAndPort(address)
            .clientConfig(config)
            .connectionBuilder(
                connections.clientConfig(config).socketFactory(sockets.apply(address, config)))
            .build();
    ConnectionPoolConfig pool = new ConnectionPoolConfig();
    pool.setMaxTotal(threads + SPARE);
    pool.setMaxIdle(threads + SPARE);
    pool.setJmxEnabled(false);
    client =
        RedisClient.builder()
            .clientConfig(config)
            .connectionProvider(new PooledConnectionProvider(factory, pool))
            .build();
  }

  /** The same with the sockets that an older library's own clients have. */
  static CountedJedis asOfUrl(String redisUrl, int threads) {
    return new CountedJedis(redisUrl, threads, OlderSockets::of);
  }

  /** The client; closed with this object. */
  public RedisClient client() {
    return client;
  }

  /** The commands sent so far. */
  public long sent() {
    return sent.sum();
  }

  @Override
  public void close() {
    client.close();
  }

  private static final class CountingBuilder extends Connection.Builder {
    private final LongAdder sent;

    CountingBuilder(LongAdder sent) {
      this.sent = sent;
    }

    @Override
    protected Connection createConnection() {
      return new CountingConnection(this, sent);
    }
  }

  private static final class CountingConnection extends Connection {
    private final LongAdder sent;

    CountingConnection(Connection.Builder builder, LongAdder sent) {
      super(builder);
      this.sent = sent;
    }

    @Override
    public void sendCommand(CommandArguments command) {
      sent.increment();
      super.sendCommand(command);
    }
  }
}
