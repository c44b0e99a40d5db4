package dev.holdfast.redis.lettuce;

import dev.holdfast.redis.RedisSentinelFailureTests;
import dev.holdfast.spi.LockStore;
import dev.holdfast.spi.StoreUrl;
import org.junit.jupiter.api.Tag;

/** Sentinels that have another master to name, through Lettuce. */
@Tag("rest")
class LettuceSentinelFailureTest extends RedisSentinelFailureTests {
  @Override
  protected LockStore store(String url) {
    return new LettuceStoreProvider().create(StoreUrl.parse(url));
  }
}
