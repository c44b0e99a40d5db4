package dev.holdfast.redis.lettuce;

import dev.holdfast.redis.RedisClusterFixture;
import dev.holdfast.spi.StoreUrl;
import dev.holdfast.tck.HoldfastTck;
import dev.holdfast.tck.StoreFixture;

/** The rules, on a real cluster, through Lettuce. */
class LettuceClusterTckTest implements HoldfastTck {
  @Override
  public StoreFixture fixture() {
    return new RedisClusterFixture(
        url -> new LettuceStoreProvider().create(StoreUrl.parse(url)), "?client=lettuce");
  }
}
