package dev.holdfast.redis.lettuce;

import dev.holdfast.redis.RedisExaminationTests;
import dev.holdfast.spi.LockStore;
import dev.holdfast.spi.StoreUrl;

/** What is found of servers, through Lettuce. */
class LettuceExaminationTest extends RedisExaminationTests {
  @Override
  protected LockStore store(String url) {
    return new LettuceStoreProvider().create(StoreUrl.parse(url));
  }
}
