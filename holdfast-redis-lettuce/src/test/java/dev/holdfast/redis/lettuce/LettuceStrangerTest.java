package dev.holdfast.redis.lettuce;

import dev.holdfast.redis.StrangerTests;
import dev.holdfast.spi.StoreProvider;

class LettuceStrangerTest extends StrangerTests {
  @Override
  protected StoreProvider provider() {
    return new LettuceStoreProvider();
  }
}
