package dev.holdfast.benchmarks.contender;

import redis.clients.jedis.DefaultJedisSocketFactory;
import redis.clients.jedis.HostAndPort;
import redis.clients.jedis.JedisClientConfig;
import redis.clients.jedis.JedisSocketFactory;

/**
 * Sockets for Jedis that look for an answer before a thread sleeps: older libraries gave them to
 * clients of their own, and are measured with them. Today's has none.
 */
final class OlderSockets {
  private static final String NAME = "dev.holdfast.redis.jedis.AttentiveSockets";

  private OlderSockets() {}

  /** Jedis' own, unless the library of this process has others. */
  static JedisSocketFactory of(HostAndPort server, JedisClientConfig config) {
    try {
      return (JedisSocketFactory)
          Class.forName(NAME)
              .getMethod("of", HostAndPort.class, JedisClientConfig.class)
              .invoke(null, server, config);
    } catch (ClassNotFoundException today) {
      return new DefaultJedisSocketFactory(server, config);
    } catch (ReflectiveOperationException failed) {
      throw new IllegalStateException(NAME + " is another one than expected", failed);
    }
  }
}
