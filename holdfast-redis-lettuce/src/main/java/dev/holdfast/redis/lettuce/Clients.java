package dev.holdfast.redis.lettuce;

import static java.util.concurrent.TimeUnit.MILLISECONDS;

import dev.holdfast.redis.internal.port.NodeAddress;
import dev.holdfast.redis.internal.url.RedisTls;
import dev.holdfast.redis.internal.url.RedisUrl;
import io.lettuce.core.ClientOptions;
import io.lettuce.core.RedisClient;
import io.lettuce.core.RedisURI;
import io.lettuce.core.SocketOptions;
import io.lettuce.core.SslOptions;
import io.lettuce.core.SslVerifyMode;
import io.lettuce.core.StaticCredentialsProvider;
import io.lettuce.core.cluster.RedisClusterClient;
import io.lettuce.core.resource.ClientResources;
import io.lettuce.core.resource.Delay;
import io.lettuce.core.resource.SocketAddressResolver;
import java.net.InetAddress;
import java.time.Duration;
import java.util.Objects;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** The Lettuce client of a store: one that was handed in, or one of its own, which it closes. */
final class Clients implements AutoCloseable {
  /** A server that is back is found again within this; Lettuce would take up to 30 seconds. */
  private static final Duration LONGEST_PAUSE = Duration.ofMillis(500);

  private static final long SHUTDOWN_MILLIS = 1_000;

  private final RedisClient client;
  private final @Nullable ClientResources ownResources;
  private final boolean ownClient;

  private Clients(RedisClient client, @Nullable ClientResources ownResources, boolean ownClient) {
    this.client = client;
    this.ownResources = ownResources;
    this.ownClient = ownClient;
  }

  static Clients given(RedisClient client) {
    return new Clients(Objects.requireNonNull(client, "client"), null, false);
  }

  /** For one server, whose connections Lettuce restores. */
  static Clients own(RedisUrl url, Duration timeout) {
    return own(url, timeout, true);
  }

  /** For servers among others: a connection that is lost is not restored. */
  static Clients forNodes(RedisUrl url, Duration timeout) {
    return own(url, timeout, false);
  }

  /** The same, with what a cluster client has: its threads, its options. */
  static Clients forNodes(RedisClusterClient given) {
    RedisClient client = RedisClient.create(given.getResources());
    client.setOptions(given.getOptions().mutate().autoReconnect(false).build());
    return new Clients(client, null, true);
  }

  private static Clients own(RedisUrl url, Duration timeout, boolean restored) {
    ClientResources resources =
        ClientResources.builder()
            // What a host's name means is not to hang on which of Netty's resolvers is there.
            .socketAddressResolver(SocketAddressResolver.create(InetAddress::getAllByName))
            .reconnectDelay(Delay.exponential(Duration.ofMillis(1), LONGEST_PAUSE, 2, MILLISECONDS))
            .build();
    RedisClient client = RedisClient.create(resources, uri(url, url.node(), timeout));
    ClientOptions.Builder options =
        ClientOptions.builder()
            .autoReconnect(restored)
            .socketOptions(SocketOptions.builder().connectTimeout(timeout).keepAlive(true).build());
    url.tls().ifPresent(tls -> options.sslOptions(secure(tls, timeout)));
    client.setOptions(options.build());
    return new Clients(client, resources, true);
  }

  /** Where a server is, and how to be let in. */
  static RedisURI uri(RedisUrl url, NodeAddress node, Duration timeout) {
    RedisURI uri =
        RedisURI.builder()
            .withHost(node.host())
            .withPort(node.port())
            .withDatabase(url.database())
            .withSsl(url.tls().isPresent())
            .withVerifyPeer(SslVerifyMode.FULL)
            .withTimeout(timeout)
            .build();
    authenticate(uri, url.user(), url.password());
    return uri;
  }

  /** Who tells where the master is, and how to be let in there. */
  static RedisURI sentinels(RedisUrl url, Duration timeout) {
    RedisURI.Builder builder =
        RedisURI.builder()
            .withSentinelMasterId(url.master())
            .withDatabase(url.database())
            .withSsl(url.tls().isPresent())
            .withVerifyPeer(SslVerifyMode.FULL)
            .withTimeout(timeout);
    for (NodeAddress node : url.nodes()) {
      RedisURI sentinel =
          RedisURI.builder()
              .withHost(node.host())
              .withPort(node.port())
              .withSsl(url.tls().isPresent())
              .withVerifyPeer(SslVerifyMode.FULL)
              .withTimeout(timeout)
              .build();
      authenticate(sentinel, url.sentinelUser(), url.sentinelPassword());
      builder.withSentinel(sentinel);
    }
    RedisURI uri = builder.build();
    authenticate(uri, url.user(), url.password());
    return uri;
  }

  /** By what Lettuce 6 has, too: {@code setAuthentication} for a char[] came with 7. */
  private static void authenticate(RedisURI uri, Optional<String> user, Optional<String> password) {
    password.ifPresent(
        secret ->
            uri.setCredentialsProvider(
                new StaticCredentialsProvider(user.orElse(null), secret.toCharArray())));
  }

  private static SslOptions secure(RedisTls tls, Duration timeout) {
    SslOptions.Builder options = SslOptions.builder().jdkSslProvider().handshakeTimeout(timeout);
    options.trustManager(tls.trust());
    tls.keys().ifPresent(options::keyManager);
    return options.build();
  }

  RedisClient client() {
    return client;
  }

  /** Whether the client ends with this. */
  boolean isOwn() {
    return ownClient;
  }

  @Override
  public void close() {
    if (ownClient) {
      Connections.await(client.shutdownAsync(0, SHUTDOWN_MILLIS, MILLISECONDS));
    }
    if (ownResources != null) {
      ownResources.shutdown(0, SHUTDOWN_MILLIS, MILLISECONDS).awaitUninterruptibly(SHUTDOWN_MILLIS);
    }
  }
}
