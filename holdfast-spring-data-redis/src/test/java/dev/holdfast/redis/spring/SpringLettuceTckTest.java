package dev.holdfast.redis.spring;

import dev.holdfast.redis.RedisFixture;
import dev.holdfast.redis.spring.FactoryForTests.Library;
import dev.holdfast.tck.HoldfastTck;
import dev.holdfast.tck.fixture.StoreFixture;
import org.junit.jupiter.api.Tag;

/** The whole kit on Redis, over a factory of Lettuce. */
@Tag("other-store")
class SpringLettuceTckTest implements HoldfastTck {
  @Override
  public StoreFixture fixture() {
    return RedisFixture.server(
        "?client=lettuce", url -> OwningStore.at(Library.LETTUCE, url.replaceFirst("[?].*", "")));
  }
}
