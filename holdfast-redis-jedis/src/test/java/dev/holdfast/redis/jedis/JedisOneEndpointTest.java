package dev.holdfast.redis.jedis;

import dev.holdfast.redis.RedisOneEndpointTests;
import dev.holdfast.spi.LockStore;
import dev.holdfast.spi.StoreUrl;

/** One address whose server insists on slots, through Jedis. */
class JedisOneEndpointTest extends RedisOneEndpointTests {
  @Override
  protected LockStore store(String url) {
    return new JedisStoreProvider().create(StoreUrl.parse(url));
  }
}
