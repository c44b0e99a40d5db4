package dev.holdfast.lab.peer;

import dev.holdfast.lab.episode.Surroundings;
import java.time.Duration;
import org.springframework.data.redis.connection.RedisStandaloneConfiguration;
import org.springframework.data.redis.connection.lettuce.LettuceClientConfiguration;
import org.springframework.data.redis.connection.lettuce.LettuceConnectionFactory;

/** Opens Spring's connections to the store, with Lettuce and default settings. */
final class SpringConnections {
  private SpringConnections() {}

  static LettuceConnectionFactory open(Surroundings s) {
    LettuceConnectionFactory connections =
        new LettuceConnectionFactory(
            new RedisStandaloneConfiguration(s.host(), s.port()),
            LettuceClientConfiguration.builder().shutdownTimeout(Duration.ofSeconds(2)).build());
    connections.afterPropertiesSet();
    connections.start();
    return connections;
  }
}
