package dev.holdfast.redis.lettuce;

import dev.holdfast.redis.RedisAddressFailoverTests;
import dev.holdfast.spi.LockStore;
import io.lettuce.core.RedisClient;
import org.junit.jupiter.api.Tag;

/** A new master behind the same address, through Lettuce. */
@Tag("rest")
class LettuceAddressFailoverTest extends RedisAddressFailoverTests {
  @Override
  protected void overClient(String url, Trial trial) throws Exception {
    try (RedisClient client = RedisClient.create(url);
        LockStore store = LettuceStore.of(client)) {
      trial.run(store);
    }
  }
}
