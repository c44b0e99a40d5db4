package dev.holdfast.redis.lettuce;

import dev.holdfast.redis.RedisRiddenOutTests;
import dev.holdfast.spi.LockStore;
import dev.holdfast.spi.StoreUrl;
import org.junit.jupiter.api.Tag;

/** Servers that refuse for a while, through Lettuce. */
@Tag("rest")
class LettuceRiddenOutTest extends RedisRiddenOutTests {
  @Override
  protected LockStore store(String url) {
    return new LettuceStoreProvider().create(StoreUrl.parse(url));
  }
}
