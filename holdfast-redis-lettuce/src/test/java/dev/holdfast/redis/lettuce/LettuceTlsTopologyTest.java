package dev.holdfast.redis.lettuce;

import dev.holdfast.redis.RedisTlsTopologyTests;
import dev.holdfast.spi.LockStore;
import dev.holdfast.spi.StoreUrl;
import org.junit.jupiter.api.Tag;

/** TLS to Sentinels and to a cluster, through Lettuce. */
@Tag("rest")
class LettuceTlsTopologyTest extends RedisTlsTopologyTests {
  @Override
  protected LockStore store(String url) {
    return new LettuceStoreProvider().create(StoreUrl.parse(url));
  }
}
