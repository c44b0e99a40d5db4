package dev.holdfast.redis.jedis;

import dev.holdfast.redis.StrangerTests;
import dev.holdfast.spi.StoreProvider;

class JedisStrangerTest extends StrangerTests {
  @Override
  protected StoreProvider provider() {
    return new JedisStoreProvider();
  }
}
