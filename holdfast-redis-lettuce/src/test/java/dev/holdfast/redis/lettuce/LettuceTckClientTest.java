package dev.holdfast.redis.lettuce;

import dev.holdfast.redis.RedisFixture;
import dev.holdfast.tck.ClientRules;
import dev.holdfast.tck.fixture.StoreFixture;

/** A part of the kit of {@link LettuceTckTest}: Redis through Lettuce with the engine. */
class LettuceTckClientTest implements ClientRules {
  @Override
  public StoreFixture fixture() {
    return RedisFixture.server("?client=lettuce");
  }
}
