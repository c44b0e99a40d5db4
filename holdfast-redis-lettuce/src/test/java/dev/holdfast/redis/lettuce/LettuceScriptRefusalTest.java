package dev.holdfast.redis.lettuce;

import dev.holdfast.redis.RedisScriptRefusalTests;
import dev.holdfast.spi.LockStore;
import dev.holdfast.spi.StoreUrl;

/** Servers that run no scripts, through Lettuce. */
class LettuceScriptRefusalTest extends RedisScriptRefusalTests {
  @Override
  protected LockStore store(String url) {
    return new LettuceStoreProvider().create(StoreUrl.parse(url));
  }
}
