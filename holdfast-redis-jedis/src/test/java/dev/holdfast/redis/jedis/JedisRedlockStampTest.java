package dev.holdfast.redis.jedis;

import dev.holdfast.redis.RedlockStampTests;
import dev.holdfast.spi.LockStore;
import dev.holdfast.spi.StoreUrl;

/** Stamps that are proposed to a member of a quorum, through Jedis. */
class JedisRedlockStampTest extends RedlockStampTests {
  @Override
  protected LockStore store(StoreUrl url) {
    return new JedisStoreProvider().create(url);
  }
}
