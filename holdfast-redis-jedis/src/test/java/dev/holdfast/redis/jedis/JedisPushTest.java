package dev.holdfast.redis.jedis;

import dev.holdfast.redis.RedisPushTests;
import dev.holdfast.spi.LockStore;
import dev.holdfast.spi.StoreUrl;

/** Pushes and forgotten scripts, through Jedis. */
class JedisPushTest extends RedisPushTests {
  @Override
  protected LockStore store(String url) {
    return new JedisStoreProvider().create(StoreUrl.parse(url));
  }
}
