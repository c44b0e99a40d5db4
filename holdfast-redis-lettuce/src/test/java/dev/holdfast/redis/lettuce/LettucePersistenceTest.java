package dev.holdfast.redis.lettuce;

import dev.holdfast.redis.RedisPersistenceTests;
import dev.holdfast.spi.LockStore;
import dev.holdfast.spi.StoreUrl;
import org.junit.jupiter.api.Tag;

/** A server that is killed and started again, through Lettuce. */
@Tag("rest")
class LettucePersistenceTest extends RedisPersistenceTests {
  @Override
  protected LockStore store(String url) {
    return new LettuceStoreProvider().create(StoreUrl.parse(url));
  }
}
