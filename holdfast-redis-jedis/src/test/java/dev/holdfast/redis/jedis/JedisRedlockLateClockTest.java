package dev.holdfast.redis.jedis;

import dev.holdfast.redis.RedlockLateClockTests;
import org.junit.jupiter.api.Tag;

/** Stamps of members of a quorum that make no token, through Jedis. */
@Tag("rest")
class JedisRedlockLateClockTest extends RedlockLateClockTests {
  JedisRedlockLateClockTest() {
    super("jedis");
  }
}
