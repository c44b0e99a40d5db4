package dev.holdfast.redis.jedis;

import dev.holdfast.redis.RedisAclTests;
import dev.holdfast.redis.RedisFenceTests;

/** A user with the least rights, through Jedis. */
class JedisAclTest extends RedisAclTests {
  @Override
  protected RedisFenceTests.Face guard(String url) {
    return new JedisFenceTest().connect(url);
  }
}
