package dev.holdfast.redis.jedis;

import dev.holdfast.redis.RedisFixture;
import dev.holdfast.spi.StoreUrl;
import dev.holdfast.tck.HoldfastTck;
import dev.holdfast.tck.fixture.StoreFixture;

/** The whole kit on Redis through Jedis. */
class JedisTckTest implements HoldfastTck {
  @Override
  public StoreFixture fixture() {
    return new RedisFixture(
        url -> new JedisStoreProvider().create(StoreUrl.parse(url)), "?client=jedis");
  }
}
