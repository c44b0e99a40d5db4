package dev.holdfast.redis.lettuce;

import dev.holdfast.redis.RedisOneEndpointTests;
import dev.holdfast.spi.LockStore;
import dev.holdfast.spi.StoreUrl;
import org.junit.jupiter.api.Tag;

/** One address whose server insists on slots, through Lettuce. */
@Tag("rest")
class LettuceOneEndpointTest extends RedisOneEndpointTests {
  @Override
  protected LockStore store(String url) {
    return new LettuceStoreProvider().create(StoreUrl.parse(url));
  }
}
