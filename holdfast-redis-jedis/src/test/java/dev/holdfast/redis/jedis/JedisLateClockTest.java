package dev.holdfast.redis.jedis;

import dev.holdfast.redis.RedisLateClockTests;
import dev.holdfast.spi.LockStore;
import dev.holdfast.spi.StoreUrl;

/** Stamps that make no token, through Jedis. */
class JedisLateClockTest extends RedisLateClockTests {
  @Override
  protected LockStore store(String url) {
    return new JedisStoreProvider().create(StoreUrl.parse(url));
  }
}
