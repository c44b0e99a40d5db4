package dev.holdfast.benchmarks.peers;

import dev.holdfast.benchmarks.contender.Contender;
import dev.holdfast.benchmarks.contender.Section;
import io.netty.bootstrap.Bootstrap;
import io.netty.channel.Channel;
import java.util.concurrent.TimeUnit;
import java.util.function.BiFunction;
import org.redisson.Redisson;
import org.redisson.api.RedissonClient;
import org.redisson.client.NettyHook;
import org.redisson.config.Config;

/**
 * A Redisson client on a single server with its default settings, but for a pool as large as the
 * others'; one of its locks that renew themselves ({@code lock()} without a lease time).
 */
final class RedissonLocks implements Contender {
  private final SentCommands sent = new SentCommands();
  private final BiFunction<RedissonClient, String, Section> kind;
  private final RedissonClient client;

  RedissonLocks(
      String redisUrl, int connections, BiFunction<RedissonClient, String, Section> kind) {
    this.kind = kind;
    Config config = new Config();
    config.setNettyHook(new CountingHook(sent));
    config
        .useSingleServer()
        .setAddress(redisUrl)
        .setConnectionPoolSize(connections)
        .setConnectionMinimumIdleSize(connections);
    client = Redisson.create(config);
  }

  @Override
  public Section section(String name) {
    return kind.apply(client, name);
  }

  @Override
  public long commands() {
    return sent.sum();
  }

  @Override
  public void close() {
    client.shutdown(0, 2, TimeUnit.SECONDS);
  }

  private record CountingHook(SentCommands sent) implements NettyHook {
    @Override
    public void afterBoostrapInitialization(Bootstrap bootstrap) {
      // Nothing: only the channels matter.
    }

    @Override
    public void afterChannelInitialization(Channel channel) {
      channel.pipeline().addLast(sent);
    }
  }
}
