package dev.holdfast.redis.jedis;

import dev.holdfast.redis.RedlockTogetherTests;
import dev.holdfast.spi.LockStore;
import dev.holdfast.spi.StoreUrl;

/** What a member of a quorum is asked at the same time, through Jedis. */
class JedisRedlockTogetherTest extends RedlockTogetherTests {
  @Override
  protected LockStore store(StoreUrl url) {
    return new JedisStoreProvider().create(url);
  }
}
