package dev.holdfast.redis.lettuce;

import dev.holdfast.redis.RedisPersistenceTests;
import dev.holdfast.spi.LockStore;
import dev.holdfast.spi.StoreUrl;

/** A server that is killed and started again, through Lettuce. */
class LettucePersistenceTest extends RedisPersistenceTests {
  @Override
  protected LockStore store(String url) {
    return new LettuceStoreProvider().create(StoreUrl.parse(url));
  }
}
