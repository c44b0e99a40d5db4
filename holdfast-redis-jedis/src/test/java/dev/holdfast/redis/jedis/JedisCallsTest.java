package dev.holdfast.redis.jedis;

import dev.holdfast.redis.RedisCallsTests;
import dev.holdfast.spi.LockStore;
import dev.holdfast.spi.StoreUrl;

/** What verbs cost the server, through Jedis. */
class JedisCallsTest extends RedisCallsTests {
  @Override
  protected LockStore store(String url) {
    return new JedisStoreProvider().create(StoreUrl.parse(url));
  }
}
