package dev.holdfast.redis.spring;

import dev.holdfast.redis.RedisRefusalTests;
import dev.holdfast.redis.spring.FactoryForTests.Library;
import dev.holdfast.spi.LockStore;
import java.time.Duration;
import org.junit.jupiter.api.Tag;

/** Every verb against every refusal, over a factory of Jedis. */
@Tag("rest")
class SpringJedisRefusalTest extends RedisRefusalTests {
  @Override
  protected LockStore store(int port, Duration timeout) {
    FactoryForTests factory = Library.JEDIS.server(port, timeout);
    return new OwningStore(factory, SpringRedisStore.of(factory.factory(), timeout));
  }
}
