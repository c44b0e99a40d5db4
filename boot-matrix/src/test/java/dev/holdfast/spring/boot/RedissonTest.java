package dev.holdfast.spring.boot;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.holdfast.Holdfast;
import dev.holdfast.Lease;
import dev.holdfast.servers.RedisServer;
import java.time.Duration;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.redisson.Redisson;
import org.redisson.api.RedissonClient;
import org.redisson.config.Config;
import org.redisson.spring.data.connection.RedissonConnectionFactory;
import org.springframework.boot.autoconfigure.AutoConfigurations;
import org.springframework.boot.data.redis.autoconfigure.DataRedisAutoConfiguration;
import org.springframework.boot.test.context.runner.ApplicationContextRunner;
import org.springframework.data.redis.core.StringRedisTemplate;

/** An application whose Redis is reached through Redisson. */
@Tag("rest")
@Timeout(60)
class RedissonTest {
  private final RedisServer server = RedisServer.shared();

  @Test
  void itsConnectionFactoryIsRefusedAndAnAddressIsWhatHelps() {
    Config config = new Config();
    config.useSingleServer().setAddress(server.url());
    RedissonClient redisson = Redisson.create(config);
    try {
      ApplicationContextRunner application =
          new ApplicationContextRunner()
              .withConfiguration(
                  AutoConfigurations.of(
                      DataRedisAutoConfiguration.class, HoldfastAutoConfiguration.class))
              .withBean(
                  RedissonConnectionFactory.class, () -> new RedissonConnectionFactory(redisson));
      application.run(
          context -> {
            Throwable refused = root(context.getStartupFailure());
            String said = refused.getMessage();
            assertEquals(StoreRefusedException.class, refused.getClass(), said);
            assertTrue(said.contains("RedissonConnectionFactory"), said);
            assertTrue(said.contains("whether they send a command twice"), said);
            assertTrue(
                new StoreRefusedFailureAnalyzer()
                    .analyze(refused)
                    .getAction()
                    .contains("set holdfast.url"));
          });
      application
          .withPropertyValues("holdfast.url=" + server.url())
          .run(
              context -> {
                assertNull(context.getStartupFailure());
                StringRedisTemplate redis = context.getBean(StringRedisTemplate.class);
                Holdfast client = context.getBean(Holdfast.class);
                try (Lease lease =
                    client.mutex("beside-redisson").acquire(Duration.ofSeconds(10))) {
                  redis.opsForValue().set("beside-redisson", Long.toString(lease.token()));
                  assertTrue(lease.isHeld());
                }
                assertTrue(redis.delete("beside-redisson"));
              });
    } finally {
      redisson.shutdown();
    }
  }

  private static Throwable root(Throwable failure) {
    Throwable found = failure;
    while (!(found instanceof StoreRefusedException) && found.getCause() != null) {
      found = found.getCause();
    }
    return found;
  }
}
