package dev.holdfast.redis.lettuce;

import dev.holdfast.redis.RedisLateClockTests;
import dev.holdfast.spi.LockStore;
import dev.holdfast.spi.StoreUrl;

/** Stamps that make no token, through Lettuce. */
class LettuceLateClockTest extends RedisLateClockTests {
  @Override
  protected LockStore store(String url) {
    return new LettuceStoreProvider().create(StoreUrl.parse(url));
  }
}
