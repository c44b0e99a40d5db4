package dev.holdfast.redis.jedis;

import dev.holdfast.redis.CostTests;
import dev.holdfast.spi.LockStore;
import dev.holdfast.spi.StoreUrl;

/** What locks cost a server, through Jedis. */
class JedisCostTest extends CostTests {
  @Override
  protected LockStore store(String url) {
    return new JedisStoreProvider().create(StoreUrl.parse(url));
  }
}
