package dev.holdfast.redis.lettuce;

import dev.holdfast.redis.RedisElectionTests;
import org.junit.jupiter.api.Tag;

/** Elections, through Lettuce. */
@Tag("rest")
class LettuceElectionTest extends RedisElectionTests {
  @Override
  protected String parameters() {
    return "?client=lettuce";
  }
}
