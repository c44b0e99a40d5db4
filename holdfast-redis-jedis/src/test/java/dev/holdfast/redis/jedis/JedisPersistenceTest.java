package dev.holdfast.redis.jedis;

import dev.holdfast.redis.RedisPersistenceTests;
import dev.holdfast.spi.LockStore;
import dev.holdfast.spi.StoreUrl;

/** A server that is killed and started again, through Jedis. */
class JedisPersistenceTest extends RedisPersistenceTests {
  @Override
  protected LockStore store(String url) {
    return new JedisStoreProvider().create(StoreUrl.parse(url));
  }
}
