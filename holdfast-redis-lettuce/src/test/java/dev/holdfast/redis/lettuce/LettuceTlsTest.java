package dev.holdfast.redis.lettuce;

import dev.holdfast.redis.RedisTlsTests;
import dev.holdfast.spi.LockStore;
import dev.holdfast.spi.StoreUrl;

/** TLS, through Lettuce. */
class LettuceTlsTest extends RedisTlsTests {
  @Override
  protected LockStore store(String url) {
    return new LettuceStoreProvider().create(StoreUrl.parse(url));
  }
}
