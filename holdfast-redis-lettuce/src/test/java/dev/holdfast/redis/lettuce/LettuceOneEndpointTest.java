package dev.holdfast.redis.lettuce;

import dev.holdfast.redis.RedisOneEndpointTests;
import dev.holdfast.spi.LockStore;
import dev.holdfast.spi.StoreUrl;

/** One address whose server insists on slots, through Lettuce. */
class LettuceOneEndpointTest extends RedisOneEndpointTests {
  @Override
  protected LockStore store(String url) {
    return new LettuceStoreProvider().create(StoreUrl.parse(url));
  }
}
