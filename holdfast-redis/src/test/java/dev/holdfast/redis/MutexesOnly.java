package dev.holdfast.redis;

import dev.holdfast.spi.ClientIdentity;
import dev.holdfast.spi.LockStore;
import dev.holdfast.spi.Mode;
import dev.holdfast.spi.StoreCapabilities;
import dev.holdfast.spi.StoreListener;
import dev.holdfast.spi.StoreSession;
import java.util.Set;

/** A store of which the test kit is to ask nothing but what concerns exclusive holds. */
record MutexesOnly(LockStore store) implements LockStore {
  @Override
  public StoreCapabilities capabilities() {
    StoreCapabilities all = store.capabilities();
    return new StoreCapabilities(
        all.blocking(), all.pushes(), all.holdKind(), all.requestTimeout(), Set.of(Mode.EXCLUSIVE));
  }

  @Override
  public StoreSession open(ClientIdentity client, StoreListener listener) {
    return store.open(client, listener);
  }

  @Override
  public void close() {
    store.close();
  }

  @Override
  public String toString() {
    return store.toString();
  }
}
