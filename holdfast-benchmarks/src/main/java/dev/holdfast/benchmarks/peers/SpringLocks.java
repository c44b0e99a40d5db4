package dev.holdfast.benchmarks.peers;

import dev.holdfast.benchmarks.contender.Contender;
import dev.holdfast.benchmarks.contender.Section;
import io.lettuce.core.resource.ClientResources;
import io.lettuce.core.resource.NettyCustomizer;
import io.netty.channel.Channel;
import java.net.URI;
import java.time.Duration;
import java.util.concurrent.TimeUnit;
import org.springframework.data.redis.connection.RedisStandaloneConfiguration;
import org.springframework.data.redis.connection.lettuce.LettuceClientConfiguration;
import org.springframework.data.redis.connection.lettuce.LettuceConnectionFactory;
import org.springframework.integration.redis.util.RedisLockRegistry;
import org.springframework.integration.redis.util.RedisLockRegistry.RedisLockType;

/**
 * Spring Integration's lock registry over Lettuce, with its default settings: one shared
 * connection, and no renewal, as a registry renews only when it is given a scheduler. That favours
 * it.
 */
final class SpringLocks implements Contender {
  private static final Duration LEASE = Duration.ofSeconds(30);

  private final SentCommands sent = new SentCommands();
  private final ClientResources resources;
  private final LettuceConnectionFactory connections;
  private final RedisLockRegistry registry;

  SpringLocks(String redisUrl, RedisLockType type) {
    URI url = URI.create(redisUrl);
    resources = ClientResources.builder().nettyCustomizer(new Counting(sent)).build();
    connections =
        new LettuceConnectionFactory(
            new RedisStandaloneConfiguration(url.getHost(), url.getPort()),
            LettuceClientConfiguration.builder()
                .clientResources(resources)
                .shutdownTimeout(Duration.ofSeconds(2))
                .build());
    connections.afterPropertiesSet();
    connections.start();
    registry = new RedisLockRegistry(connections, "bench", LEASE);
    registry.setRedisLockType(type);
  }

  @Override
  public Section section(String name) {
    return new LockSection(registry.obtain(name));
  }

  @Override
  public long commands() {
    return sent.sum();
  }

  @Override
  public void close() {
    registry.destroy();
    connections.destroy();
    resources.shutdown(0, 2, TimeUnit.SECONDS).awaitUninterruptibly(2, TimeUnit.SECONDS);
  }

  private record Counting(SentCommands sent) implements NettyCustomizer {
    @Override
    public void afterChannelInitialized(Channel channel) {
      channel.pipeline().addLast(sent);
    }
  }
}
