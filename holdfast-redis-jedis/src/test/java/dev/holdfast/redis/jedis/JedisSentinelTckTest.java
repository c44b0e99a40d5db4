package dev.holdfast.redis.jedis;

import dev.holdfast.redis.RedisFixture;
import dev.holdfast.tck.HoldfastTck;
import dev.holdfast.tck.fixture.StoreFixture;
import org.junit.jupiter.api.Tag;

/**
 * The rules, behind real Sentinels, through Jedis. On another JDK the kit asks one server, and a
 * cluster.
 */
@Tag("other-store")
class JedisSentinelTckTest implements HoldfastTck {
  @Override
  public StoreFixture fixture() {
    return RedisFixture.sentinels("?client=jedis");
  }
}
