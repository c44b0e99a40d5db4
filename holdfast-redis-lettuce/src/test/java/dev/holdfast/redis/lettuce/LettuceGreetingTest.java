package dev.holdfast.redis.lettuce;

import dev.holdfast.redis.RedisGreetingTests;
import dev.holdfast.spi.LockStore;
import dev.holdfast.spi.StoreUrl;

/** What a session finds out when it opens, through Lettuce. */
class LettuceGreetingTest extends RedisGreetingTests {
  @Override
  protected LockStore store(String url) {
    return new LettuceStoreProvider().create(StoreUrl.parse(url));
  }
}
