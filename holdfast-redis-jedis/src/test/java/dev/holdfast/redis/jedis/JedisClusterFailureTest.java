package dev.holdfast.redis.jedis;

import dev.holdfast.redis.RedisClusterFailureTests;
import dev.holdfast.spi.LockStore;
import dev.holdfast.spi.StoreUrl;
import org.junit.jupiter.api.Tag;

/** A cluster whose servers fail and whose slots move, through Jedis. */
@Tag("rest")
class JedisClusterFailureTest extends RedisClusterFailureTests {
  @Override
  protected LockStore store(String url) {
    return new JedisStoreProvider().create(StoreUrl.parse(url));
  }
}
