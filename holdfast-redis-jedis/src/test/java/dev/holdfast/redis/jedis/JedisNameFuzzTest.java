package dev.holdfast.redis.jedis;

import dev.holdfast.redis.RedisNameFuzzTests;
import dev.holdfast.spi.LockStore;
import dev.holdfast.spi.StoreUrl;

/** Odd names on a real server, through Jedis. */
class JedisNameFuzzTest extends RedisNameFuzzTests {
  @Override
  protected LockStore store(String url) {
    return new JedisStoreProvider().create(StoreUrl.parse(url));
  }
}
