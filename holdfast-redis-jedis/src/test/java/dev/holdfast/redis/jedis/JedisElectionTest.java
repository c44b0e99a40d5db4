package dev.holdfast.redis.jedis;

import dev.holdfast.redis.RedisElectionTests;

/** Elections, through Jedis. */
class JedisElectionTest extends RedisElectionTests {
  @Override
  protected String parameters() {
    return "?client=jedis";
  }
}
