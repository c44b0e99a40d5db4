package dev.holdfast.redis.lettuce;

import dev.holdfast.redis.RedisClusterFailureTests;
import dev.holdfast.spi.LockStore;
import dev.holdfast.spi.StoreUrl;
import org.junit.jupiter.api.Tag;

/** A cluster whose servers fail and whose slots move, through Lettuce. */
@Tag("rest")
class LettuceClusterFailureTest extends RedisClusterFailureTests {
  @Override
  protected LockStore store(String url) {
    return new LettuceStoreProvider().create(StoreUrl.parse(url));
  }
}
