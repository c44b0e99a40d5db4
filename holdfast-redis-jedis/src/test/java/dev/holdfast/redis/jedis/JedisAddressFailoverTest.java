package dev.holdfast.redis.jedis;

import dev.holdfast.redis.RedisAddressFailoverTests;
import dev.holdfast.spi.LockStore;
import org.junit.jupiter.api.Tag;
import redis.clients.jedis.RedisClient;

/** A new master behind the same address, through Jedis. */
@Tag("rest")
class JedisAddressFailoverTest extends RedisAddressFailoverTests {
  @Override
  protected void overClient(String url, Trial trial) throws Exception {
    try (RedisClient client = RedisClient.create(url);
        LockStore store = JedisStore.of(client)) {
      trial.run(store);
    }
  }
}
