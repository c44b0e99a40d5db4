package dev.holdfast.redis.lettuce;

import dev.holdfast.redis.RedisFixture;
import dev.holdfast.tck.StoreRules;
import dev.holdfast.tck.fixture.StoreFixture;

/**
 * The kit on Redis through Lettuce: what is asked of the store itself. The rest is in {@link
 * LettuceTckClientTest} and {@link LettuceTckProcessTest}, as the build runs several classes at
 * once.
 */
class LettuceTckTest implements StoreRules {
  @Override
  public StoreFixture fixture() {
    return RedisFixture.server("?client=lettuce");
  }
}
