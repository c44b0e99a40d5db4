package dev.holdfast.redis.lettuce;

import dev.holdfast.redis.RedisSharedTests;
import dev.holdfast.spi.LockStore;
import dev.holdfast.spi.StoreUrl;

/** Shared holds, through Lettuce. */
class LettuceSharedTest extends RedisSharedTests {
  @Override
  protected LockStore store(String url) {
    return new LettuceStoreProvider().create(StoreUrl.parse(url));
  }
}
