package dev.holdfast.redis.jedis;

import dev.holdfast.redis.RedisFixture;
import dev.holdfast.tck.HoldfastTck;
import dev.holdfast.tck.fixture.StoreFixture;

/** The whole kit on Redis through Jedis. */
class JedisTckTest implements HoldfastTck {
  @Override
  public StoreFixture fixture() {
    return RedisFixture.server("?client=jedis");
  }
}
