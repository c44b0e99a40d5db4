package dev.holdfast.redis.spring;

import dev.holdfast.redis.RedisDatabaseTests;
import dev.holdfast.redis.spring.FactoryForTests.Library;
import dev.holdfast.spi.LockStore;

/** Databases of one server, over a factory of Lettuce. */
class SpringLettuceDatabaseTest extends RedisDatabaseTests {
  @Override
  protected LockStore store(String url) {
    return OwningStore.at(Library.LETTUCE, url);
  }
}
