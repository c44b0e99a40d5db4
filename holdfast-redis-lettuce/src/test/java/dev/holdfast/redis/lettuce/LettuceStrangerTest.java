package dev.holdfast.redis.lettuce;

import dev.holdfast.redis.StrangerTests;
import dev.holdfast.spi.StoreProvider;
import org.junit.jupiter.api.Tag;

@Tag("rest")
class LettuceStrangerTest extends StrangerTests {
  @Override
  protected StoreProvider provider() {
    return new LettuceStoreProvider();
  }
}
