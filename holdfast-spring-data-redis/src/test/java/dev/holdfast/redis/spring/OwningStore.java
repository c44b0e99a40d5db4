package dev.holdfast.redis.spring;

import dev.holdfast.redis.spring.FactoryForTests.Library;
import dev.holdfast.spi.Checkup;
import dev.holdfast.spi.ClientIdentity;
import dev.holdfast.spi.Finding;
import dev.holdfast.spi.LockStore;
import dev.holdfast.spi.StoreListener;
import dev.holdfast.spi.StoreSession;
import dev.holdfast.spi.StoreTraits;
import java.util.List;

/** A store whose factory ends with it, for tests that know stores alone. */
record OwningStore(FactoryForTests factory, LockStore store) implements LockStore {
  static LockStore at(Library library, String url) {
    FactoryForTests factory = library.server(url);
    return new OwningStore(factory, SpringRedisStore.of(factory.factory()));
  }

  @Override
  public StoreTraits traits() {
    return store.traits();
  }

  @Override
  public StoreSession open(ClientIdentity client, StoreListener listener) {
    return store.open(client, listener);
  }

  @Override
  public List<Finding> examine(Checkup checkup) {
    return store.examine(checkup);
  }

  @Override
  public void close() {
    store.close();
    factory.close();
  }

  @Override
  public String toString() {
    return store.toString();
  }
}
