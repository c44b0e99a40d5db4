package dev.holdfast.internal;

import dev.holdfast.memory.MemoryStore;
import dev.holdfast.spi.ClientIdentity;
import dev.holdfast.spi.LockStore;
import dev.holdfast.spi.StoreListener;
import dev.holdfast.spi.StoreSession;
import dev.holdfast.spi.StoreTraits;
import java.lang.reflect.Proxy;
import java.util.concurrent.CompletableFuture;

/** A store in memory that counts the releases it is asked for, and may stop to answer them. */
final class ReleaseWatch implements LockStore {
  private final MemoryStore store = MemoryStore.create();
  private final boolean blocking;
  private boolean silent;
  private int releases;

  /**
   * @param blocking whether it says that it blocks
   */
  ReleaseWatch(boolean blocking) {
    this.blocking = blocking;
  }

  /** From now on no release is answered. */
  void silence() {
    silent = true;
  }

  int releases() {
    return releases;
  }

  @Override
  public StoreTraits traits() {
    StoreTraits traits = store.traits();
    return new StoreTraits(blocking, traits.pushes(), traits.holdKind(), traits.requestTimeout());
  }

  @Override
  public StoreSession open(ClientIdentity client, StoreListener listener) {
    StoreSession session = store.open(client, listener);
    return (StoreSession)
        Proxy.newProxyInstance(
            getClass().getClassLoader(),
            new Class<?>[] {StoreSession.class},
            (proxy, method, arguments) -> {
              if (method.getName().equals("release")) {
                releases++;
                if (silent) {
                  return new CompletableFuture<>();
                }
              }
              return method.invoke(session, arguments);
            });
  }

  @Override
  public void close() {
    store.close();
  }
}
