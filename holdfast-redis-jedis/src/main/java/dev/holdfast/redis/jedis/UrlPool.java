package dev.holdfast.redis.jedis;

import java.util.function.Supplier;
import org.apache.commons.pool2.PooledObjectFactory;
import redis.clients.jedis.CommandArguments;
import redis.clients.jedis.Connection;
import redis.clients.jedis.ConnectionPool;
import redis.clients.jedis.ConnectionPoolConfig;
import redis.clients.jedis.exceptions.JedisException;
import redis.clients.jedis.providers.ConnectionProvider;
import redis.clients.jedis.util.Pool;

/**
 * A store's own connections, which nothing else uses: made by a URL, or as those of a client that
 * was handed in. A caller that gives back a broken connection does not wait until there is another:
 * that takes as long as a server is given to greet, and if the pool was closed meanwhile, the new
 * connection would never be closed.
 */
final class UrlPool extends ConnectionPool implements ConnectionProvider {
  private final CheckedConnections connections;

  /** Connections that this factory makes. */
  UrlPool(PooledObjectFactory<Connection> factory, ConnectionPoolConfig config) {
    this(new CheckedConnections(() -> factory), config);
  }

  private UrlPool(CheckedConnections connections, ConnectionPoolConfig config) {
    super(connections, config);
    this.connections = connections;
  }

  /** Connections like those of another pool, as long as that is open. */
  static UrlPool like(Supplier<Pool<Connection>> other) {
    return new UrlPool(
        new CheckedConnections(
            () -> {
              Pool<Connection> present = other.get();
              if (present.isClosed()) {
                throw new JedisException("the client that was handed in is closed");
              }
              return present.getFactory();
            }),
        UrlClient.pool());
  }

  /** Ends what is idle, and what is in use now when it is given back. */
  @Override
  public void clear() {
    connections.giveUpAll();
    super.clear();
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
