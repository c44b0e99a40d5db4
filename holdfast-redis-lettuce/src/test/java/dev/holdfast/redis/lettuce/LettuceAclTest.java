package dev.holdfast.redis.lettuce;

import dev.holdfast.redis.RedisAclTests;
import dev.holdfast.redis.RedisFenceTests;
import org.junit.jupiter.api.Tag;

/** A user with the least rights, through Lettuce. */
@Tag("rest")
class LettuceAclTest extends RedisAclTests {
  @Override
  protected RedisFenceTests.Face guard(String url) {
    return new LettuceFenceTest().connect(url);
  }
}
