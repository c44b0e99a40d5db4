package dev.holdfast.redis.jedis;

import dev.holdfast.redis.RedisFixture;
import dev.holdfast.tck.HoldfastTck;
import dev.holdfast.tck.fixture.StoreFixture;
import org.junit.jupiter.api.Tag;

/** The rules, on a real cluster, through Jedis. */
@Tag("other-store")
class JedisClusterTckTest implements HoldfastTck {
  @Override
  public StoreFixture fixture() {
    return RedisFixture.cluster("?client=jedis");
  }
}
