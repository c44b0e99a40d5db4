package dev.holdfast.redis.lettuce;

import dev.holdfast.redis.RedisNameFuzzTests;
import dev.holdfast.spi.LockStore;
import dev.holdfast.spi.StoreUrl;
import org.junit.jupiter.api.Tag;

/** Odd names on a real server, through Lettuce. */
@Tag("rest")
class LettuceNameFuzzTest extends RedisNameFuzzTests {
  @Override
  protected LockStore store(String url) {
    return new LettuceStoreProvider().create(StoreUrl.parse(url));
  }
}
