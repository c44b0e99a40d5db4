package dev.holdfast.redis.lettuce;

import dev.holdfast.redis.RedisCallsTests;
import dev.holdfast.spi.LockStore;
import dev.holdfast.spi.StoreUrl;

/** What verbs cost the server, through Lettuce. */
class LettuceCallsTest extends RedisCallsTests {
  @Override
  protected LockStore store(String url) {
    return new LettuceStoreProvider().create(StoreUrl.parse(url));
  }
}
