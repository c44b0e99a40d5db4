package dev.holdfast.redis.lettuce;

import dev.holdfast.redis.RedlockLateClockTests;
import org.junit.jupiter.api.Tag;

/** Stamps of members of a quorum that make no token, through Lettuce. */
@Tag("rest")
class LettuceRedlockLateClockTest extends RedlockLateClockTests {
  LettuceRedlockLateClockTest() {
    super("lettuce");
  }
}
