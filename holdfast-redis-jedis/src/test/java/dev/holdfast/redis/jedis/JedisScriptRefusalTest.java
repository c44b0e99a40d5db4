package dev.holdfast.redis.jedis;

import dev.holdfast.redis.RedisScriptRefusalTests;
import dev.holdfast.spi.LockStore;
import dev.holdfast.spi.StoreUrl;

/** Servers that run no scripts, through Jedis. */
class JedisScriptRefusalTest extends RedisScriptRefusalTests {
  @Override
  protected LockStore store(String url) {
    return new JedisStoreProvider().create(StoreUrl.parse(url));
  }
}
