package dev.holdfast.redis.jedis;

import dev.holdfast.redis.RedlockFixture;
import dev.holdfast.tck.HoldfastTck;
import dev.holdfast.tck.fixture.StoreFixture;
import org.junit.jupiter.api.Tag;

/**
 * The kit, but for readers, on a quorum of three servers through Jedis. On another JDK the kit asks
 * a quorum of memory stores, and Jedis with one server.
 */
@Tag("other-store")
class RedlockTckTest implements HoldfastTck {
  @Override
  public StoreFixture fixture() {
    return new RedlockFixture("?client=jedis", false);
  }
}
