package dev.holdfast.redis.jedis;

import dev.holdfast.redis.RedlockAgeTests;
import dev.holdfast.spi.LockStore;
import dev.holdfast.spi.StoreUrl;
import org.junit.jupiter.api.Tag;

/** The age of a member of a quorum, through Jedis. */
@Tag("rest")
class JedisRedlockAgeTest extends RedlockAgeTests {
  @Override
  protected LockStore store(StoreUrl url) {
    return new JedisStoreProvider().create(url);
  }
}
