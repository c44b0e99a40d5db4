package dev.holdfast.redis.lettuce;

import dev.holdfast.redis.RedisReplicaTests;
import dev.holdfast.spi.LockStore;
import dev.holdfast.spi.StoreUrl;
import org.junit.jupiter.api.Tag;

/** Holds that a replica must have, through Lettuce. */
@Tag("rest")
class LettuceReplicaTest extends RedisReplicaTests {
  @Override
  protected LockStore store(String url) {
    return new LettuceStoreProvider().create(StoreUrl.parse(url));
  }
}
