package dev.holdfast.redis.jedis;

import dev.holdfast.redis.RedisElectionTests;
import dev.holdfast.spi.LockStore;
import dev.holdfast.spi.StoreUrl;

/** Elections, through Jedis. */
class JedisElectionTest extends RedisElectionTests {
  @Override
  protected LockStore store(String url) {
    return new JedisStoreProvider().create(StoreUrl.parse(url));
  }

  @Override
  protected String parameters() {
    return "?client=jedis";
  }
}
