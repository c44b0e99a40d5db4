package dev.holdfast.redis.lettuce;

import dev.holdfast.redis.RedisTlsTopologyTests;
import dev.holdfast.spi.LockStore;
import dev.holdfast.spi.StoreUrl;

/** TLS to Sentinels and to a cluster, through Lettuce. */
class LettuceTlsTopologyTest extends RedisTlsTopologyTests {
  @Override
  protected LockStore store(String url) {
    return new LettuceStoreProvider().create(StoreUrl.parse(url));
  }
}
