package dev.holdfast.redis.jedis;

import dev.holdfast.redis.RedisFixture;
import dev.holdfast.tck.fixture.StoreFixture;
import dev.holdfast.tck.process.ProcessRules;
import dev.holdfast.tck.process.ReadersProcessRules;
import dev.holdfast.tck.process.SemaphoreProcessRules;

/** A part of the kit of {@link JedisTckTest}: clients in processes of their own. */
class JedisTckProcessTest implements ProcessRules, ReadersProcessRules, SemaphoreProcessRules {
  @Override
  public StoreFixture fixture() {
    return RedisFixture.server("?client=jedis");
  }
}
