package dev.holdfast.redis.lettuce;

import dev.holdfast.redis.RedisLateClockTests;
import dev.holdfast.spi.LockStore;
import dev.holdfast.spi.StoreUrl;
import org.junit.jupiter.api.Tag;

/** Stamps that make no token, through Lettuce. */
@Tag("rest")
class LettuceLateClockTest extends RedisLateClockTests {
  @Override
  protected LockStore store(String url) {
    return new LettuceStoreProvider().create(StoreUrl.parse(url));
  }
}
