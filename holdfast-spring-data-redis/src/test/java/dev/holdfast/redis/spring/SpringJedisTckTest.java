package dev.holdfast.redis.spring;

import dev.holdfast.redis.RedisFixture;
import dev.holdfast.redis.spring.FactoryForTests.Library;
import dev.holdfast.tck.HoldfastTck;
import dev.holdfast.tck.fixture.StoreFixture;
import org.junit.jupiter.api.Tag;

/** The whole kit on Redis, over a factory of Jedis. */
@Tag("other-store")
class SpringJedisTckTest implements HoldfastTck {
  @Override
  public StoreFixture fixture() {
    return RedisFixture.server(
        "?client=jedis", url -> OwningStore.at(Library.JEDIS, url.replaceFirst("[?].*", "")));
  }
}
