package dev.holdfast.redis.spring;

import dev.holdfast.redis.CostTests;
import dev.holdfast.redis.spring.FactoryForTests.Library;
import dev.holdfast.spi.LockStore;

/** What locks cost a server, over a factory of Lettuce. */
class SpringLettuceCostTest extends CostTests {
  @Override
  protected LockStore store(String url) {
    return OwningStore.at(Library.LETTUCE, url);
  }
}
