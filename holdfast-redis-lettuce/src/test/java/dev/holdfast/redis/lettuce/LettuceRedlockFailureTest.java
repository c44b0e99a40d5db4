package dev.holdfast.redis.lettuce;

import dev.holdfast.redis.RedlockFailureTests;
import org.junit.jupiter.api.Tag;

/** Members of a quorum that fail, through Lettuce. */
@Tag("rest")
class LettuceRedlockFailureTest implements RedlockFailureTests {
  @Override
  public String parameters() {
    return "?client=lettuce";
  }
}
