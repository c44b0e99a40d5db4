package dev.holdfast.redis.lettuce;

import dev.holdfast.redis.RedisFixture;
import dev.holdfast.tck.fixture.StoreFixture;
import dev.holdfast.tck.process.ProcessRules;
import dev.holdfast.tck.process.ReadersProcessRules;
import dev.holdfast.tck.process.SemaphoreProcessRules;

/** A part of the kit of {@link LettuceTckTest}: clients in processes of their own. */
class LettuceTckProcessTest implements ProcessRules, ReadersProcessRules, SemaphoreProcessRules {
  @Override
  public StoreFixture fixture() {
    return RedisFixture.server("?client=lettuce");
  }
}
