package dev.holdfast.redis.jedis;

import java.net.SocketTimeoutException;
import java.time.Duration;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Supplier;
import org.apache.commons.pool2.PooledObject;
import org.apache.commons.pool2.PooledObjectFactory;
import org.apache.commons.pool2.impl.DefaultPooledObject;
import redis.clients.jedis.Connection;
import redis.clients.jedis.exceptions.JedisConnectionException;

/**
 * Makes connections as another factory does, and looks at each before it is used again: one that
 * was given up meanwhile is closed, and one that may have ended is asked with a PING. Thread-safe.
 */
final class CheckedConnections implements PooledObjectFactory<Connection> {
  /*
   * A server or a balancer ends connections that are idle, and that is seen only when something is
   * read from them. What was sent on such a connection may have been processed or not, and is not
   * sent again: a first copy could arrive after the attempt has ended. So it is found out before
   * anything is sent. A round trip more, where the connection was not used for a second, or where
   * another one has ended since.
   */
  private static final Duration QUICK = Duration.ofSeconds(1);

  private final Supplier<PooledObjectFactory<Connection>> source;
  private final AtomicInteger generation = new AtomicInteger();
  private final AtomicInteger ends = new AtomicInteger();

  /**
   * Makes connections like another one.
   *
   * @param source which factory makes them now: what another one has made is given up
   */
  CheckedConnections(Supplier<PooledObjectFactory<Connection>> source) {
    this.source = source;
  }

  /** A connection, and what was true of all connections when it was made and last looked at. */
  private static final class Made extends DefaultPooledObject<Connection> {
    final PooledObjectFactory<Connection> by;
    final int generation;
    volatile int ends;
    volatile boolean used;

    Made(Connection connection, PooledObjectFactory<Connection> by, int generation, int ends) {
      super(connection);
      this.by = by;
      this.generation = generation;
      this.ends = ends;
    }
  }

  /** Gives up all connections: those that are in use now, too, once they are given back. */
  void giveUpAll() {
    generation.incrementAndGet();
  }

  @Override
  public PooledObject<Connection> makeObject() throws Exception {
    int now = generation.get();
    int endsNow = ends.get();
    PooledObjectFactory<Connection> by = source.get();
    return new Made(by.makeObject().getObject(), by, now, endsNow);
  }

  @Override
  public void activateObject(PooledObject<Connection> pooled) throws Exception {
    Made made = (Made) pooled;
    if (made.used && (made.generation != generation.get() || made.by != source.get())) {
      throw new JedisConnectionException("the connection was given up");
    }
    made.by.activateObject(pooled);
    int endsNow = ends.get();
    if (made.used && (made.ends != endsNow || made.getIdleDuration().compareTo(QUICK) > 0)) {
      ask(made.getObject());
    }
    made.ends = endsNow;
    made.used = true;
  }

  private void ask(Connection connection) {
    try {
      Ping.ask(connection);
    } catch (JedisConnectionException over) {
      if (over.getCause() instanceof SocketTimeoutException) {
        giveUpAll(); // those that are idle for as long would each cost as much time
      }
      throw over;
    }
  }

  @Override
  public void passivateObject(PooledObject<Connection> pooled) throws Exception {
    ((Made) pooled).by.passivateObject(pooled);
  }

  @Override
  public boolean validateObject(PooledObject<Connection> pooled) {
    return ((Made) pooled).by.validateObject(pooled);
  }

  @Override
  public void destroyObject(PooledObject<Connection> pooled) throws Exception {
    if (pooled.getObject().isBroken()) {
      ends.incrementAndGet();
    }
    ((Made) pooled).by.destroyObject(pooled);
  }
}
