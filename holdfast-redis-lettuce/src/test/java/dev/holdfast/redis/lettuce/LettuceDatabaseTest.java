package dev.holdfast.redis.lettuce;

import dev.holdfast.redis.RedisDatabaseTests;
import dev.holdfast.spi.LockStore;
import dev.holdfast.spi.StoreUrl;
import org.junit.jupiter.api.Tag;

/** Databases of one server, through Lettuce. */
@Tag("rest")
class LettuceDatabaseTest extends RedisDatabaseTests {
  @Override
  protected LockStore store(String url) {
    return new LettuceStoreProvider().create(StoreUrl.parse(url));
  }
}
