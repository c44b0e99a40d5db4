package dev.holdfast.redis.jedis;

import dev.holdfast.quorum.RedlockProvider;
import dev.holdfast.redis.RedlockFailureTests;
import dev.holdfast.spi.LockStore;
import dev.holdfast.spi.StoreUrl;
import org.junit.jupiter.api.Tag;

/** Members of a quorum that fail, through Jedis. */
@Tag("rest")
class JedisRedlockFailureTest implements RedlockFailureTests {
  @Override
  public String parameters() {
    return "?client=jedis";
  }

  @Override
  public LockStore store(String url) {
    return new RedlockProvider().create(StoreUrl.parse(url));
  }
}
