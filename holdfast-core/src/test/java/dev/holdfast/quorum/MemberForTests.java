package dev.holdfast.quorum;

import dev.holdfast.spi.ClientIdentity;
import dev.holdfast.spi.LockStore;
import dev.holdfast.spi.StoreCapabilities;
import dev.holdfast.spi.StoreListener;
import dev.holdfast.spi.StoreSession;
import java.util.function.UnaryOperator;

/** A member whose sessions a test adds something to; the store below stays open. */
record MemberForTests(LockStore store, UnaryOperator<StoreSession> adding) implements LockStore {
  @Override
  public StoreCapabilities capabilities() {
    return store.capabilities();
  }

  @Override
  public StoreSession open(ClientIdentity client, StoreListener listener) {
    return adding.apply(store.open(client, listener));
  }

  @Override
  public void close() {}
}
