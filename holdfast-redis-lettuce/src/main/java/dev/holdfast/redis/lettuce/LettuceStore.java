package dev.holdfast.redis.lettuce;

import dev.holdfast.redis.RedisStore;
import dev.holdfast.redis.internal.cluster.ClusterPort;
import dev.holdfast.redis.internal.port.RedisPort;
import dev.holdfast.redis.internal.url.RedisUrl;
import dev.holdfast.redis.internal.url.ServerLocations;
import dev.holdfast.spi.ClientIdentity;
import dev.holdfast.spi.Examination;
import dev.holdfast.spi.Finding;
import dev.holdfast.spi.LockStore;
import dev.holdfast.spi.StoreCapabilities;
import dev.holdfast.spi.StoreListener;
import dev.holdfast.spi.StoreSession;
import io.lettuce.core.RedisClient;
import io.lettuce.core.RedisURI;
import io.lettuce.core.cluster.RedisClusterClient;
import io.lettuce.core.codec.ByteArrayCodec;
import java.time.Duration;
import java.util.List;
import java.util.Objects;

/**
 * Locks on a Redis server, behind Sentinels, or on a cluster, through a Lettuce client.
 *
 * <pre>{@code
 * RedisClient lettuce = RedisClient.create("redis://localhost:6379");
 * try (Holdfast holdfast = Holdfast.over(LettuceStore.of(lettuce))) { … }
 * }</pre>
 *
 * <p>The client stays its owner's: closing the store closes the two connections that the store
 * opened (one for calls, one for pushes), not the client. Nothing blocks a thread while the server
 * is asked.
 */
public final class LettuceStore implements LockStore {
  private static final Duration USUAL_TIMEOUT = Duration.ofSeconds(2);

  private final RedisStore store;

  private LettuceStore(String description, RedisPort port, Duration timeout) {
    this(new RedisStore(description, capabilities(timeout), port));
  }

  private LettuceStore(RedisStore store) {
    this.store = store;
  }

  /** A store over a client that was created with a URI; its calls fail after two seconds. */
  public static LettuceStore of(RedisClient client) {
    return of(client, USUAL_TIMEOUT);
  }

  /**
   * A store over a client that was created with a URI.
   *
   * @param requestTimeout after how long a call that the server did not answer fails
   */
  public static LettuceStore of(RedisClient client, Duration requestTimeout) {
    Objects.requireNonNull(requestTimeout, "requestTimeout");
    return new LettuceStore(
        "Redis (through a given Lettuce client)",
        new LettucePort(Clients.given(client), requestTimeout),
        requestTimeout);
  }

  /** A store on a cluster, over a client for clusters; its calls fail after two seconds. */
  public static LettuceStore of(RedisClusterClient client) {
    return of(client, USUAL_TIMEOUT);
  }

  /**
   * A store on a cluster, over a client for clusters: its threads, its options and how it is let in
   * are used, over connections of the store's own.
   *
   * @param requestTimeout after how long a call that a server did not answer fails
   */
  public static LettuceStore of(RedisClusterClient client, Duration requestTimeout) {
    Objects.requireNonNull(client, "client");
    Objects.requireNonNull(requestTimeout, "requestTimeout");
    return new LettuceStore(
        "Redis Cluster (through a given Lettuce client)",
        new ClusterPort(LettuceNodes.of(client, requestTimeout)),
        requestTimeout);
  }

  /** A store with a client of its own. */
  static LettuceStore at(RedisUrl url) {
    return new LettuceStore(
        new RedisStore(
                url.toString(),
                capabilities(USUAL_TIMEOUT),
                port(url),
                ServerLocations.of(url, nodes -> LettuceNodes.own(nodes, USUAL_TIMEOUT)))
            .keyPrefix(url.prefix()));
  }

  private static StoreCapabilities capabilities(Duration timeout) {
    return new StoreCapabilities(false, true, StoreCapabilities.HoldKind.LEASE, timeout);
  }

  private static RedisPort port(RedisUrl url) {
    return switch (url.kind()) {
      case SERVER -> new LettucePort(Clients.own(url, USUAL_TIMEOUT), USUAL_TIMEOUT);
      case CLUSTER -> new ClusterPort(LettuceNodes.own(url, USUAL_TIMEOUT));
      case SENTINEL -> sentineled(url);
    };
  }

  /** The Sentinels are asked for the master whenever a connection is made. */
  private static RedisPort sentineled(RedisUrl url) {
    Clients clients = Clients.forNodes(url, USUAL_TIMEOUT);
    RedisURI sentinels = Clients.sentinels(url, USUAL_TIMEOUT);
    LettucePushes pushes =
        new LettucePushes(() -> clients.client().connectPubSub(ByteArrayCodec.INSTANCE, sentinels));
    return new LettucePort(
        clients,
        USUAL_TIMEOUT,
        () -> new LazyConnection(clients.client(), sentinels, pushes::renew),
        pushes,
        true);
  }

  @Override
  public StoreCapabilities capabilities() {
    return store.capabilities();
  }

  @Override
  public StoreSession open(ClientIdentity client, StoreListener listener) {
    return store.open(client, listener);
  }

  /**
   * The same store with this before all keys and channels, which else begin with {@code hf1:}: for
   * a user whose rights are {@code ~tenant42:*} and {@code &tenant42:*}, {@code "tenant42:"}. Two
   * prefixes are two worlds: a name under one of them does not exclude the same name under another,
   * nor without one. The connections are shared: closing either store closes them.
   *
   * @param prefix visible ASCII characters without braces, at most 128
   * @throws IllegalArgumentException if keys cannot begin like this
   */
  public LettuceStore keyPrefix(String prefix) {
    return new LettuceStore(store.keyPrefix(prefix));
  }

  @Override
  public LettuceStore rejoiningAfter(Duration uptime) {
    return new LettuceStore(store.rejoiningAfter(uptime));
  }

  @Override
  public List<Finding> examine(Examination examination) {
    return store.examine(examination);
  }

  @Override
  public void close() {
    store.close();
  }

  @Override
  public String toString() {
    return store.toString();
  }
}
