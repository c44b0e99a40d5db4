package dev.holdfast.redis.lettuce;

import dev.holdfast.redis.RedisExaminationTests;
import dev.holdfast.spi.LockStore;
import dev.holdfast.spi.StoreUrl;
import org.junit.jupiter.api.Tag;

/** What is found of servers, through Lettuce. */
@Tag("rest")
class LettuceExaminationTest extends RedisExaminationTests {
  @Override
  protected LockStore store(String url) {
    return new LettuceStoreProvider().create(StoreUrl.parse(url));
  }
}
