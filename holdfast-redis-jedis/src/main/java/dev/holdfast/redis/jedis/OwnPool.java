package dev.holdfast.redis.jedis;

import redis.clients.jedis.CommandArguments;
import redis.clients.jedis.Connection;
import redis.clients.jedis.ConnectionFactory;
import redis.clients.jedis.ConnectionPool;
import redis.clients.jedis.ConnectionPoolConfig;
import redis.clients.jedis.providers.ConnectionProvider;

/**
 * The connections of a client that a URL makes. Whoever gives back one that broke is not the one
 * who waits until there is another: that takes as long as a server is given to greet, and if the
 * pool was closed meanwhile, nobody would ever close the new one.
 */
final class OwnPool extends ConnectionPool implements ConnectionProvider {
  OwnPool(ConnectionFactory connections, ConnectionPoolConfig config) {
    super(connections, config);
  }

  /** Called in place of a connection that broke: needed by those alone who wait for any. */
  @Override
  public void addObject() throws Exception {
    if (getNumWaiters() > 0) {
      super.addObject();
    }
    if (isClosed()) {
      clear();
    }
  }

  @Override
  public Connection getConnection() {
    return getResource();
  }

  @Override
  public Connection getConnection(CommandArguments arguments) {
    return getResource();
  }
}
