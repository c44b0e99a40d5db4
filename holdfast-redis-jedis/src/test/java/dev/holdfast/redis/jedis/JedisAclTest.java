package dev.holdfast.redis.jedis;

import dev.holdfast.redis.RedisAclTests;
import dev.holdfast.redis.RedisFenceTests;
import dev.holdfast.spi.LockStore;
import dev.holdfast.spi.StoreUrl;

/** A user with the least rights, through Jedis. */
class JedisAclTest extends RedisAclTests {
  @Override
  protected LockStore store(String url) {
    return new JedisStoreProvider().create(StoreUrl.parse(url));
  }

  @Override
  protected RedisFenceTests.Face guard(String url) {
    return new JedisFenceTest().connect(url);
  }
}
