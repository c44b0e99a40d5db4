package dev.holdfast.redis.jedis;

import dev.holdfast.redis.RedisTlsTopologyTests;
import dev.holdfast.spi.LockStore;
import dev.holdfast.spi.StoreUrl;
import org.junit.jupiter.api.Tag;

/** TLS to Sentinels and to a cluster, through Jedis. */
@Tag("rest")
class JedisTlsTopologyTest extends RedisTlsTopologyTests {
  @Override
  protected LockStore store(String url) {
    return new JedisStoreProvider().create(StoreUrl.parse(url));
  }
}
