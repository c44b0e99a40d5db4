package dev.holdfast.redis.lettuce;

import dev.holdfast.redis.CostTests;
import dev.holdfast.spi.LockStore;
import dev.holdfast.spi.StoreUrl;

/** What locks cost a server, through Lettuce. */
class LettuceCostTest extends CostTests {
  @Override
  protected LockStore store(String url) {
    return new LettuceStoreProvider().create(StoreUrl.parse(url));
  }
}
