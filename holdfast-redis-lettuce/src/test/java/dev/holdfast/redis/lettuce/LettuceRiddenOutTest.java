package dev.holdfast.redis.lettuce;

import dev.holdfast.redis.RedisRiddenOutTests;
import dev.holdfast.spi.LockStore;
import dev.holdfast.spi.StoreUrl;

/** Servers that refuse for a while, through Lettuce. */
class LettuceRiddenOutTest extends RedisRiddenOutTests {
  @Override
  protected LockStore store(String url) {
    return new LettuceStoreProvider().create(StoreUrl.parse(url));
  }
}
