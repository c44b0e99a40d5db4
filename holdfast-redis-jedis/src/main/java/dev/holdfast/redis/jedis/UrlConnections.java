package dev.holdfast.redis.jedis;

import redis.clients.jedis.Connection;
import redis.clients.jedis.ConnectionFactory;
import redis.clients.jedis.DefaultJedisSocketFactory;
import redis.clients.jedis.HostAndPort;
import redis.clients.jedis.JedisClientConfig;
import redis.clients.jedis.exceptions.JedisException;

/**
 * Makes connections, and closes those that come to nothing. Jedis closes a connection whose
 * greeting failed by an exception of Jedis' own; an answer that is no protocol can make it fail
 * otherwise (a list of -5 elements, say), and then only the garbage collector closes it.
 */
final class UrlConnections extends ConnectionFactory {
  UrlConnections(HostAndPort server, JedisClientConfig config) {
    super(new DefaultJedisSocketFactory(server, config), config);
  }

  @Override
  protected void initialize(Connection connection) {
    try {
      super.initialize(connection);
    } catch (RuntimeException | Error failed) {
      end(connection, failed);
      throw failed;
    }
  }

  private static void end(Connection connection, Throwable failed) {
    try {
      connection.disconnect();
    } catch (JedisException broken) {
      failed.addSuppressed(broken);
    }
  }
}
