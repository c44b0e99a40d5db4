package dev.holdfast.redis.jedis;

import dev.holdfast.redis.RedisSentinelFailureTests;
import dev.holdfast.spi.LockStore;
import dev.holdfast.spi.StoreUrl;
import org.junit.jupiter.api.Tag;

/** Sentinels that have another master to name, through Jedis. */
@Tag("rest")
class JedisSentinelFailureTest extends RedisSentinelFailureTests {
  @Override
  protected LockStore store(String url) {
    return new JedisStoreProvider().create(StoreUrl.parse(url));
  }
}
