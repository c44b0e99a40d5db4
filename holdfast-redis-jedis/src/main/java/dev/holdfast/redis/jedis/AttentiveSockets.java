package dev.holdfast.redis.jedis;

import dev.holdfast.spi.Moment;
import java.net.Socket;
import redis.clients.jedis.DefaultJedisSocketFactory;
import redis.clients.jedis.HostAndPort;
import redis.clients.jedis.JedisClientConfig;
import redis.clients.jedis.JedisSocketFactory;

/**
 * Sockets for Jedis over which a thread that waits for an answer looks for a moment whether it
 * comes, before it goes to sleep: a server that is near answers sooner than a thread wakes up. A
 * store that is made by a URL has them. A client of one's own has them like this:
 *
 * <pre>{@code
 * HostAndPort server = new HostAndPort("localhost", 6379);
 * JedisClientConfig config = DefaultJedisClientConfig.builder().build();
 * JedisSocketFactory sockets = AttentiveSockets.of(server, config);
 * RedisClient client =
 *     RedisClient.builder()
 *         .clientConfig(config)
 *         .connectionProvider(new PooledConnectionProvider(new ConnectionFactory(sockets, config)))
 *         .build();
 * }</pre>
 *
 * <p>Whoever reads pays up to a tenth of a millisecond of processor time for an answer that does
 * not come by then. Where answers usually take longer, nearly all of them are waited for asleep. A
 * socket of TLS is Jedis' own: there is no telling from outside whether an answer has come.
 */
public final class AttentiveSockets {
  private AttentiveSockets() {}

  /** Sockets to a server, which are Jedis' own in all else. */
  public static JedisSocketFactory of(HostAndPort server, JedisClientConfig config) {
    return config.isSsl() || config.getSslOptions() != null
        ? new DefaultJedisSocketFactory(server, config)
        : new Sockets(server, config);
  }

  /** Jedis asks such a factory, and no other, what server it connects to. */
  private static final class Sockets extends DefaultJedisSocketFactory {
    Sockets(HostAndPort server, JedisClientConfig config) {
      super(server, config);
    }

    @Override
    public Socket createSocket() {
      return new AttentiveSocket(
          super.createSocket(), new Attention(Moment.ofThisProcess()::lookAloneFor));
    }
  }
}
