package dev.holdfast.redis.jedis;

import dev.holdfast.redis.RedlockFailureTests;
import org.junit.jupiter.api.Tag;

/** Members of a quorum that fail, through Jedis. */
@Tag("rest")
class JedisRedlockFailureTest implements RedlockFailureTests {
  @Override
  public String parameters() {
    return "?client=jedis";
  }
}
