package dev.holdfast.redis.jedis;

import dev.holdfast.redis.RedisFixture;
import dev.holdfast.tck.ClientRules;
import dev.holdfast.tck.fixture.StoreFixture;

/** A part of the kit of {@link JedisTckTest}: Redis through Jedis with the engine. */
class JedisTckClientTest implements ClientRules {
  @Override
  public StoreFixture fixture() {
    return RedisFixture.server("?client=jedis");
  }
}
