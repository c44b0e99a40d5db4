package dev.holdfast.redis.lettuce;

import dev.holdfast.redis.RedisForeignDataTests;
import dev.holdfast.spi.LockStore;
import dev.holdfast.spi.StoreUrl;
import org.junit.jupiter.api.Tag;

/** Values of other programs in the place of a name's keys, through Lettuce. */
@Tag("rest")
class LettuceForeignDataTest extends RedisForeignDataTests {
  @Override
  protected LockStore store(String url) {
    return new LettuceStoreProvider().create(StoreUrl.parse(url));
  }
}
