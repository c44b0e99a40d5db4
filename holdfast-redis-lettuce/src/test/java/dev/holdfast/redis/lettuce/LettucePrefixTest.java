package dev.holdfast.redis.lettuce;

import dev.holdfast.redis.RedisFenceTests;
import dev.holdfast.redis.RedisPrefixTests;
import org.junit.jupiter.api.Tag;

/** Keys and channels behind a prefix, through Lettuce. */
@Tag("rest")
class LettucePrefixTest extends RedisPrefixTests {
  @Override
  protected RedisFenceTests.Face guard(String url) {
    return new LettuceFenceTest().connect(url);
  }

  @Override
  protected String library() {
    return "lettuce";
  }
}
