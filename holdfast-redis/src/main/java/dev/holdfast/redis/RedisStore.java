package dev.holdfast.redis;

import dev.holdfast.StoreException;
import dev.holdfast.redis.internal.batching.AsyncPort;
import dev.holdfast.redis.internal.doctor.BlockingPort;
import dev.holdfast.redis.internal.doctor.ClusterDiagnosis;
import dev.holdfast.redis.internal.doctor.SentinelDiagnosis;
import dev.holdfast.redis.internal.doctor.ServerDiagnosis;
import dev.holdfast.redis.internal.port.RedisNodes;
import dev.holdfast.redis.internal.port.RedisPort;
import dev.holdfast.redis.internal.protocol.FailureTexts;
import dev.holdfast.redis.internal.protocol.Keys;
import dev.holdfast.redis.internal.protocol.RedisExceptions;
import dev.holdfast.redis.internal.protocol.RedisSession;
import dev.holdfast.redis.internal.protocol.RedisSite;
import dev.holdfast.redis.internal.protocol.SessionHandshake;
import dev.holdfast.redis.internal.protocol.UptimePolicy;
import dev.holdfast.redis.internal.url.RedisUrl;
import dev.holdfast.redis.internal.url.ServerLocations;
import dev.holdfast.spi.ClientIdentity;
import dev.holdfast.spi.Examination;
import dev.holdfast.spi.Finding;
import dev.holdfast.spi.ForwardingSession;
import dev.holdfast.spi.Futures;
import dev.holdfast.spi.LockStore;
import dev.holdfast.spi.StoreCapabilities;
import dev.holdfast.spi.StoreListener;
import dev.holdfast.spi.StoreSession;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.atomic.AtomicBoolean;

/**
 * A store on one Redis server, whatever client library fills its {@link RedisPort}. Sessions share
 * the port, and so one connection for pushes. Adapters delegate to this class.
 */
public final class RedisStore implements LockStore {
  /** Connecting and answering: each may take as long as a call. */
  private static final int OPENING_PARTS = 2;

  private final String description;
  private final StoreCapabilities capabilities;
  private final RedisPort port;
  private final ServerLocations where;
  private final RedisSite site;
  private final SessionHandshake handshake;
  private final UptimePolicy granting;
  private final AtomicBoolean closed; // of the port, whatever stores share it

  /**
   * A store over a port, which is closed with it.
   *
   * @param description names the store in messages; without password
   */
  public RedisStore(String description, StoreCapabilities capabilities, RedisPort port) {
    this(description, capabilities, port, ServerLocations.UNKNOWN);
  }

  /**
   * A store over a port, which is closed with it.
   *
   * @param where its servers are
   */
  public RedisStore(
      String description, StoreCapabilities capabilities, RedisPort port, ServerLocations where) {
    this(
        capabilities,
        port,
        where,
        RedisSite.of(description, port),
        new SessionHandshake(port, description),
        UptimePolicy.AT_ONCE,
        new AtomicBoolean());
  }

  private RedisStore(
      StoreCapabilities capabilities,
      RedisPort port,
      ServerLocations where,
      RedisSite site,
      SessionHandshake handshake,
      UptimePolicy granting,
      AtomicBoolean closed) {
    this.description = site.store();
    this.capabilities = capabilities;
    this.port = port;
    this.where = where;
    this.site = site;
    this.handshake = handshake;
    this.granting = granting;
    this.closed = closed;
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
    return new RedisStore(
        capabilities, port, where, site.withPrefix(prefix), handshake, granting, closed);
  }

  @Override
  public RedisStore rejoiningAfter(Duration uptime) {
    return new RedisStore(
        capabilities, port, where, site, handshake, UptimePolicy.after(uptime), closed);
  }

  /** The members of a quorum are asked at the same time, so none of them is to block. */
  private boolean needsAsyncPort() {
    return granting.isAged() && capabilities.blocking();
  }

  @Override
  public StoreCapabilities capabilities() {
    return needsAsyncPort()
        ? new StoreCapabilities(
            false,
            capabilities.pushes(),
            capabilities.holdKind(),
            capabilities.requestTimeout(),
            capabilities.modes())
        : capabilities;
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
              + FailureTexts.OPEN.unknown(),
          null,
          false);
    }
    if (closed.get()) {
      throw new StoreException(
          "open a session on "
              + description
              + ": this store object was closed before, and is not opened again: make another one; "
              + FailureTexts.OPEN.unknown(),
          null,
          false);
    }
    Keys keys = site.keys(client.namespace());
    try {
      Boolean unused =
          Futures.get(
              handshake.greet(keys, keys.channel(client.id())),
              capabilities.requestTimeout().multipliedBy(OPENING_PARTS));
    } catch (ExecutionException | TimeoutException error) {
      throw RedisExceptions.of(site, "open a session", error, FailureTexts.OPEN);
    } catch (InterruptedException interrupted) {
      Thread.currentThread().interrupt();
      throw new StoreException(
          "open a session on " + description + ": interrupted; " + FailureTexts.OPEN.unknown(),
          interrupted,
          true);
    }
    return needsAsyncPort()
        ? openAsync(client, listener)
        : new RedisSession(port, site, granting, client, listener);
  }

  private StoreSession openAsync(ClientIdentity client, StoreListener listener) {
    AsyncPort asyncPort = new AsyncPort(port);
    try {
      return new ForwardingSession(new RedisSession(asyncPort, site, granting, client, listener)) {
        @Override
        public void close() {
          super.close();
          asyncPort.close();
        }
      };
    } catch (RuntimeException | Error failed) {
      asyncPort.close();
      throw failed;
    }
  }

  @Override
  public List<Finding> examine(Examination examination) {
    BlockingPort asking = new BlockingPort(site, port, capabilities.requestTimeout());
    RedisNodes servers = port.servers();
    if (servers != null) {
      return new ClusterDiagnosis(asking, servers).run(examination);
    }
    RedisUrl sentinels = where.sentinels();
    return sentinels != null
        ? new SentinelDiagnosis(asking, where, sentinels).run(examination)
        : new ServerDiagnosis(asking, granting).run(examination, where.machine());
  }

  @Override
  public void close() {
    closed.set(true);
    port.close();
  }

  @Override
  public String toString() {
    return description;
  }
}
