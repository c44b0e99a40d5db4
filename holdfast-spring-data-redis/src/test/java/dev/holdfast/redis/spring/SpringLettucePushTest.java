package dev.holdfast.redis.spring;

import dev.holdfast.redis.RedisPushTests;
import dev.holdfast.redis.spring.FactoryForTests.Library;
import dev.holdfast.spi.LockStore;

/** Pushes and forgotten scripts, over a factory of Lettuce. */
class SpringLettucePushTest extends RedisPushTests {
  @Override
  protected LockStore store(String url) {
    return OwningStore.at(Library.LETTUCE, url);
  }
}
