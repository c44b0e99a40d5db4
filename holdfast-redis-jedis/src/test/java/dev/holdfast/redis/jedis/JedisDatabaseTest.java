package dev.holdfast.redis.jedis;

import dev.holdfast.redis.RedisDatabaseTests;
import dev.holdfast.spi.LockStore;
import dev.holdfast.spi.StoreUrl;

/** Databases of one server, through Jedis. */
class JedisDatabaseTest extends RedisDatabaseTests {
  @Override
  protected LockStore store(String url) {
    return new JedisStoreProvider().create(StoreUrl.parse(url));
  }
}
