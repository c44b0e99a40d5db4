package dev.holdfast.redis.spring;

import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.holdfast.redis.spring.FactoryForTests.Library;
import dev.holdfast.servers.RedisCluster;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.DisabledIf;

/** A cluster, over a factory of the Jedis that Spring declares: refused at once. */
@DisabledIf(
    value = "dev.holdfast.redis.spring.Jedis8#isPresent",
    disabledReason = "with Jedis 8 nothing is refused: SpringJedisClusterTest")
class OlderJedisClusterTest {
  @Test
  void itIsRefused() {
    try (FactoryForTests factory = Library.JEDIS.server(RedisCluster.shared().url())) {
      IllegalArgumentException refusal =
          assertThrows(
              IllegalArgumentException.class, () -> SpringRedisStore.of(factory.factory()));
      assertTrue(refusal.getMessage().contains("need Jedis 8"), refusal.getMessage());
    }
  }
}
