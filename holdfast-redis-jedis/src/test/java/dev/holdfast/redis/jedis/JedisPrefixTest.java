package dev.holdfast.redis.jedis;

import dev.holdfast.redis.RedisFenceTests;
import dev.holdfast.redis.RedisPrefixTests;

/** Keys and channels behind a prefix, through Jedis. */
class JedisPrefixTest extends RedisPrefixTests {
  @Override
  protected RedisFenceTests.Face guard(String url) {
    return new JedisFenceTest().connect(url);
  }

  @Override
  protected String library() {
    return "jedis";
  }
}
