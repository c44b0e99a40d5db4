package dev.holdfast.redis.jedis;

import dev.holdfast.redis.RedisFixture;
import dev.holdfast.tck.StoreRules;
import dev.holdfast.tck.fixture.StoreFixture;

/**
 * The kit on Redis through Jedis: what is asked of the store itself. The rest is in {@link
 * JedisTckClientTest} and {@link JedisTckProcessTest}, as the build runs several classes at once.
 */
class JedisTckTest implements StoreRules {
  @Override
  public StoreFixture fixture() {
    return RedisFixture.server("?client=jedis");
  }
}
