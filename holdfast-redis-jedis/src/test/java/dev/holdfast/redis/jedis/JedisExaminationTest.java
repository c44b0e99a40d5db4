package dev.holdfast.redis.jedis;

import dev.holdfast.redis.RedisExaminationTests;
import dev.holdfast.spi.LockStore;
import dev.holdfast.spi.StoreUrl;

/** What is found of servers, through Jedis. */
class JedisExaminationTest extends RedisExaminationTests {
  @Override
  protected LockStore store(String url) {
    return new JedisStoreProvider().create(StoreUrl.parse(url));
  }
}
