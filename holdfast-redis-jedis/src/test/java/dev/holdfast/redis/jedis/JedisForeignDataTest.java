package dev.holdfast.redis.jedis;

import dev.holdfast.redis.RedisForeignDataTests;
import dev.holdfast.spi.LockStore;
import dev.holdfast.spi.StoreUrl;

/** Values of other programs in the place of a name's keys, through Jedis. */
class JedisForeignDataTest extends RedisForeignDataTests {
  @Override
  protected LockStore store(String url) {
    return new JedisStoreProvider().create(StoreUrl.parse(url));
  }
}
