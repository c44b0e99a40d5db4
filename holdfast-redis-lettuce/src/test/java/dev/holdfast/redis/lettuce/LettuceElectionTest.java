package dev.holdfast.redis.lettuce;

import dev.holdfast.redis.RedisElectionTests;
import dev.holdfast.spi.LockStore;
import dev.holdfast.spi.StoreUrl;
import org.junit.jupiter.api.Tag;

/** Elections, through Lettuce. */
@Tag("rest")
class LettuceElectionTest extends RedisElectionTests {
  @Override
  protected LockStore store(String url) {
    return new LettuceStoreProvider().create(StoreUrl.parse(url));
  }

  @Override
  protected String parameters() {
    return "?client=lettuce";
  }
}
