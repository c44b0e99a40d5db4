package dev.holdfast.redis.lettuce;

import dev.holdfast.redis.RedisScriptRefusalTests;
import dev.holdfast.spi.LockStore;
import dev.holdfast.spi.StoreUrl;
import org.junit.jupiter.api.Tag;

/** Servers that run no scripts, through Lettuce. */
@Tag("rest")
class LettuceScriptRefusalTest extends RedisScriptRefusalTests {
  @Override
  protected LockStore store(String url) {
    return new LettuceStoreProvider().create(StoreUrl.parse(url));
  }
}
