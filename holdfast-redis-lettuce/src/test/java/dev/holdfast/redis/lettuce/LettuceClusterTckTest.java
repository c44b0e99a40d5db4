package dev.holdfast.redis.lettuce;

import dev.holdfast.redis.RedisFixture;
import dev.holdfast.tck.HoldfastTck;
import dev.holdfast.tck.fixture.StoreFixture;
import org.junit.jupiter.api.Tag;

/** The rules, on a real cluster, through Lettuce. On another JDK the kit asks one server. */
@Tag("other-store")
class LettuceClusterTckTest implements HoldfastTck {
  @Override
  public StoreFixture fixture() {
    return RedisFixture.cluster("?client=lettuce");
  }
}
