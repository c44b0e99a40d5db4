package dev.holdfast.redis.lettuce;

import dev.holdfast.redis.RedisReplicaTests;
import dev.holdfast.spi.LockStore;
import dev.holdfast.spi.StoreUrl;

/** Holds that a replica must have, through Lettuce. */
class LettuceReplicaTest extends RedisReplicaTests {
  @Override
  protected LockStore store(String url) {
    return new LettuceStoreProvider().create(StoreUrl.parse(url));
  }
}
