package dev.holdfast.redis.jedis;

import dev.holdfast.redis.RedisRiddenOutTests;
import dev.holdfast.spi.LockStore;
import dev.holdfast.spi.StoreUrl;

/** Servers that refuse for a while, through Jedis. */
class JedisRiddenOutTest extends RedisRiddenOutTests {
  @Override
  protected LockStore store(String url) {
    return new JedisStoreProvider().create(StoreUrl.parse(url));
  }
}
