package dev.holdfast.redis.lettuce;

import static java.util.concurrent.TimeUnit.MILLISECONDS;

import dev.holdfast.redis.RedisTls;
import dev.holdfast.redis.RedisUrl;
import io.lettuce.core.ClientOptions;
import io.lettuce.core.RedisClient;
import io.lettuce.core.RedisURI;
import io.lettuce.core.SocketOptions;
import io.lettuce.core.SslOptions;
import io.lettuce.core.SslVerifyMode;
import io.lettuce.core.resource.ClientResources;
import io.lettuce.core.resource.Delay;
import java.time.Duration;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/** The Lettuce client of a store: one that was handed in, or one of its own, which it closes. */
final class Clients implements AutoCloseable {
  /** A server that is back is found again within this; Lettuce would take up to 30 seconds. */
  private static final Duration LONGEST_PAUSE = Duration.ofMillis(500);

  private static final long SHUTDOWN_MILLIS = 1_000;

  private final RedisClient client;
  private final @Nullable ClientResources ownResources;

  private Clients(RedisClient client, @Nullable ClientResources ownResources) {
    this.client = client;
    this.ownResources = ownResources;
  }

  static Clients given(RedisClient client) {
    return new Clients(Objects.requireNonNull(client, "client"), null);
  }

  static Clients own(RedisUrl url, Duration timeout) {
    RedisURI.Builder uri =
        RedisURI.builder()
            .withHost(url.host())
            .withPort(url.port())
            .withDatabase(url.database())
            .withSsl(url.tls().isPresent())
            .withVerifyPeer(SslVerifyMode.FULL)
            .withTimeout(timeout);
    url.password()
        .ifPresent(
            password -> {
              if (url.user().isPresent()) {
                uri.withAuthentication(url.user().get(), password.toCharArray());
              } else {
                uri.withPassword(password.toCharArray());
              }
            });
    ClientResources resources =
        ClientResources.builder()
            .reconnectDelay(Delay.exponential(Duration.ofMillis(1), LONGEST_PAUSE, 2, MILLISECONDS))
            .build();
    RedisClient client = RedisClient.create(resources, uri.build());
    ClientOptions.Builder options =
        ClientOptions.builder()
            .socketOptions(SocketOptions.builder().connectTimeout(timeout).keepAlive(true).build());
    url.tls().ifPresent(tls -> options.sslOptions(secure(tls, timeout)));
    client.setOptions(options.build());
    return new Clients(client, resources);
  }

  private static SslOptions secure(RedisTls tls, Duration timeout) {
    SslOptions.Builder options = SslOptions.builder().jdkSslProvider().handshakeTimeout(timeout);
    tls.trust().ifPresent(options::trustManager);
    tls.keys().ifPresent(options::keyManager);
    return options.build();
  }

  RedisClient client() {
    return client;
  }

  @Override
  public void close() {
    if (ownResources != null) {
      client.shutdown(0, SHUTDOWN_MILLIS, MILLISECONDS);
      ownResources.shutdown(0, SHUTDOWN_MILLIS, MILLISECONDS).awaitUninterruptibly(SHUTDOWN_MILLIS);
    }
  }
}
