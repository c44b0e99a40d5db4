package dev.holdfast.redis.jedis;

import dev.holdfast.redis.RedisSharedTests;
import dev.holdfast.spi.LockStore;
import dev.holdfast.spi.StoreUrl;

/** Shared holds, through Jedis. */
class JedisSharedTest extends RedisSharedTests {
  @Override
  protected LockStore store(String url) {
    return new JedisStoreProvider().create(StoreUrl.parse(url));
  }
}
