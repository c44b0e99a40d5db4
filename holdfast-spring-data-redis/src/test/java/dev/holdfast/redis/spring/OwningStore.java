package dev.holdfast.redis.spring;

import dev.holdfast.redis.spring.FactoryForTests.Library;
import dev.holdfast.spi.ClientIdentity;
import dev.holdfast.spi.Examination;
import dev.holdfast.spi.Finding;
import dev.holdfast.spi.LockStore;
import dev.holdfast.spi.StoreCapabilities;
import dev.holdfast.spi.StoreListener;
import dev.holdfast.spi.StoreSession;
import java.util.List;

/** A store whose factory ends with it, for tests that know stores alone. */
record OwningStore(FactoryForTests factory, LockStore store) implements LockStore {
  static LockStore at(Library library, String url) {
    FactoryForTests factory = library.server(url);
    return new OwningStore(factory, SpringRedisStore.of(factory.factory()));
  }

  @Override
  public StoreCapabilities capabilities() {
    return store.capabilities();
  }

  @Override
  public StoreSession open(ClientIdentity client, StoreListener listener) {
    return store.open(client, listener);
  }

  @Override
  public List<Finding> examine(Examination examination) {
    return store.examine(examination);
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
