package dev.holdfast.redis;

import dev.holdfast.StoreException;
import dev.holdfast.spi.Checkup;
import dev.holdfast.spi.ClientIdentity;
import dev.holdfast.spi.Finding;
import dev.holdfast.spi.ForwardingSession;
import dev.holdfast.spi.Futures;
import dev.holdfast.spi.LockStore;
import dev.holdfast.spi.StoreListener;
import dev.holdfast.spi.StoreSession;
import dev.holdfast.spi.StoreTraits;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeoutException;

/**
 * A store on one Redis server, whatever client library fills its {@link RedisPort}. Sessions share
 * the port, and so one connection for pushes. Adapters delegate to this class.
 */
public final class RedisStore implements LockStore {
  /** Connecting and answering: each may take as long as a call. */
  private static final int OPENING_PARTS = 2;

  private final String description;
  private final StoreTraits traits;
  private final RedisPort port;
  private final Whereabouts where;
  private final RedisSite site;
  private final Greeting greeting;
  private final Granting granting;

  /**
   * A store over a port, which is closed with it.
   *
   * @param description names the store in messages; without password
   */
  public RedisStore(String description, StoreTraits traits, RedisPort port) {
    this(description, traits, port, Whereabouts.UNKNOWN);
  }

  /**
   * A store over a port, which is closed with it.
   *
   * @param where its servers are
   */
  public RedisStore(String description, StoreTraits traits, RedisPort port, Whereabouts where) {
    this(
        traits,
        port,
        where,
        RedisSite.of(description, port),
        new Greeting(port, description),
        Granting.AT_ONCE);
  }

  private RedisStore(
      StoreTraits traits,
      RedisPort port,
      Whereabouts where,
      RedisSite site,
      Greeting greeting,
      Granting granting) {
    this.description = site.store();
    this.traits = traits;
    this.port = port;
    this.where = where;
    this.site = site;
    this.greeting = greeting;
    this.granting = granting;
  }

  /**
   * The same store with this before all keys and channels, for example {@code tenant42:}, so that a
   * user with rights on those alone can use it. Stores with different prefixes do not exclude each
   * other. The port is shared: closing either closes it.
   *
   * @throws IllegalArgumentException if it has braces, spaces, control characters, or others that
   *     are not ASCII, or more than 128 characters
   */
  public RedisStore keyPrefix(String prefix) {
    return new RedisStore(traits, port, where, site.withPrefix(prefix), greeting, granting);
  }

  @Override
  public RedisStore rejoiningAfter(Duration uptime) {
    return new RedisStore(traits, port, where, site, greeting, Granting.after(uptime));
  }

  /** The members of a quorum are asked at the same time, so none of them is to block. */
  private boolean isCouriered() {
    return granting.isAged() && traits.blocking();
  }

  @Override
  public StoreTraits traits() {
    return isCouriered()
        ? new StoreTraits(
            false, traits.pushes(), traits.holdKind(), traits.requestTimeout(), traits.modes())
        : traits;
  }

  @Override
  public StoreSession open(ClientIdentity client, StoreListener listener) {
    if (client.namespace().equals(RedisFence.NAMESPACE)) {
      throw new StoreException(
          "open a session on "
              + description
              + ": the namespace '"
              + client.namespace()
              + "' is where guards keep the marks of all resources, so that rights on it would be"
              + " rights to delete them: choose another one; "
              + Outcome.OPEN.unknown(),
          null,
          false);
    }
    Keys keys = site.keys(client.namespace());
    try {
      Boolean unused =
          Futures.get(
              greeting.greet(keys, keys.channel(client.id())),
              traits.requestTimeout().multipliedBy(OPENING_PARTS));
    } catch (ExecutionException | TimeoutException error) {
      throw Failures.of(site, "open a session", error, Outcome.OPEN);
    } catch (InterruptedException interrupted) {
      Thread.currentThread().interrupt();
      throw new StoreException(
          "open a session on " + description + ": interrupted; " + Outcome.OPEN.unknown(),
          interrupted,
          true);
    }
    return isCouriered()
        ? couriered(client, listener)
        : new RedisSession(port, site, granting, client, listener);
  }

  private StoreSession couriered(ClientIdentity client, StoreListener listener) {
    Courier courier = new Courier(port);
    try {
      return new ForwardingSession(new RedisSession(courier, site, granting, client, listener)) {
        @Override
        public void close() {
          super.close();
          courier.close();
        }
      };
    } catch (RuntimeException | Error failed) {
      courier.close();
      throw failed;
    }
  }

  @Override
  public List<Finding> examine(Checkup checkup) {
    Asking asking = new Asking(site, port, traits.requestTimeout());
    RedisNodes servers = port.servers();
    if (servers != null) {
      return new ClusterExamination(asking, servers).run(checkup);
    }
    RedisUrl sentinels = where.sentinels();
    return sentinels != null
        ? new SentinelExamination(asking, where, sentinels).run(checkup)
        : new Examination(asking, granting).run(checkup, where.machine());
  }

  @Override
  public void close() {
    port.close();
  }

  @Override
  public String toString() {
    return description;
  }
}
