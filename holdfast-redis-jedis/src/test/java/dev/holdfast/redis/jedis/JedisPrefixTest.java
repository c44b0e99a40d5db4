package dev.holdfast.redis.jedis;

import dev.holdfast.redis.RedisFenceTests;
import dev.holdfast.redis.RedisPrefixTests;
import dev.holdfast.spi.LockStore;
import dev.holdfast.spi.StoreUrl;

/** Keys and channels behind a prefix, through Jedis. */
class JedisPrefixTest extends RedisPrefixTests {
  @Override
  protected LockStore store(String url) {
    return new JedisStoreProvider().create(StoreUrl.parse(url));
  }

  @Override
  protected RedisFenceTests.Face guard(String url) {
    return new JedisFenceTest().connect(url);
  }

  @Override
  protected String library() {
    return "jedis";
  }
}
