package dev.holdfast.redis.lettuce;

import dev.holdfast.redis.RedisPushTests;
import dev.holdfast.spi.LockStore;
import dev.holdfast.spi.StoreUrl;

/** Pushes and forgotten scripts, through Lettuce. */
class LettucePushTest extends RedisPushTests {
  @Override
  protected LockStore store(String url) {
    return new LettuceStoreProvider().create(StoreUrl.parse(url));
  }
}
