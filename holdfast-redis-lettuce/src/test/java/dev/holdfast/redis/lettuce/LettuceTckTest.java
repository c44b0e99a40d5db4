package dev.holdfast.redis.lettuce;

import dev.holdfast.redis.RedisFixture;
import dev.holdfast.tck.HoldfastTck;
import dev.holdfast.tck.fixture.StoreFixture;

/** The whole kit on Redis through Lettuce. */
class LettuceTckTest implements HoldfastTck {
  @Override
  public StoreFixture fixture() {
    return RedisFixture.server("?client=lettuce");
  }
}
