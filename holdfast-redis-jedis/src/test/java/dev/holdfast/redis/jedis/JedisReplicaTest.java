package dev.holdfast.redis.jedis;

import dev.holdfast.redis.RedisReplicaTests;
import dev.holdfast.spi.LockStore;
import dev.holdfast.spi.StoreUrl;

/** Holds that a replica must have, through Jedis. */
class JedisReplicaTest extends RedisReplicaTests {
  @Override
  protected LockStore store(String url) {
    return new JedisStoreProvider().create(StoreUrl.parse(url));
  }
}
