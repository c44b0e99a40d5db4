package dev.holdfast.redis.jedis;

import dev.holdfast.redis.RedisTlsTests;
import dev.holdfast.spi.LockStore;
import dev.holdfast.spi.StoreUrl;

/** TLS, through Jedis. */
class JedisTlsTest extends RedisTlsTests {
  @Override
  protected LockStore store(String url) {
    return new JedisStoreProvider().create(StoreUrl.parse(url));
  }
}
