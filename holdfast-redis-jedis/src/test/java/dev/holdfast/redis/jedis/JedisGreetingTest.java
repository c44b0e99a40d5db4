package dev.holdfast.redis.jedis;

import dev.holdfast.redis.RedisGreetingTests;
import dev.holdfast.spi.LockStore;
import dev.holdfast.spi.StoreUrl;

/** What a session finds out when it opens, through Jedis. */
class JedisGreetingTest extends RedisGreetingTests {
  @Override
  protected LockStore store(String url) {
    return new JedisStoreProvider().create(StoreUrl.parse(url));
  }
}
