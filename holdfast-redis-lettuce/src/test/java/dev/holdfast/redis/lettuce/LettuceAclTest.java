package dev.holdfast.redis.lettuce;

import dev.holdfast.redis.RedisAclTests;
import dev.holdfast.redis.RedisFenceTests;
import dev.holdfast.spi.LockStore;
import dev.holdfast.spi.StoreUrl;

/** A user with the least rights, through Lettuce. */
class LettuceAclTest extends RedisAclTests {
  @Override
  protected LockStore store(String url) {
    return new LettuceStoreProvider().create(StoreUrl.parse(url));
  }

  @Override
  protected RedisFenceTests.Face guard(String url) {
    return new LettuceFenceTest().connect(url);
  }
}
