package dev.holdfast.internal.engine;

import dev.holdfast.StoreException;
import dev.holdfast.memory.MemoryStore;
import dev.holdfast.spi.ClientIdentity;
import dev.holdfast.spi.LockStore;
import dev.holdfast.spi.StoreCapabilities;
import dev.holdfast.spi.StoreListener;
import dev.holdfast.spi.StoreSession;
import java.lang.reflect.Proxy;
import java.util.concurrent.CompletableFuture;
import org.jspecify.annotations.Nullable;

/**
 * A store in memory that counts the releases it is asked for, may stop to answer them, and may
 * fail.
 */
final class ReleaseWatch implements LockStore {
  private final MemoryStore store = MemoryStore.create();
  private final boolean blocking;
  private CompletableFuture<Boolean> unanswered = new CompletableFuture<>();
  private @Nullable StoreException refusal;
  private boolean silent;
  private boolean deaf;
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

  /** The releases that were not answered fail, and later ones are answered. */
  void failReleases(StoreException error) {
    silent = false;
    CompletableFuture<Boolean> failed = unanswered;
    unanswered = new CompletableFuture<>();
    failed.completeExceptionally(error);
  }

  /** The releases that were not answered are, and later ones too. */
  void answerReleases(boolean found) {
    silent = false;
    unanswered.complete(found);
    unanswered = new CompletableFuture<>();
  }

  /** From now on each acquire fails so, or with null none. */
  void refuseAcquires(@Nullable StoreException error) {
    refusal = error;
  }

  /** From now on no acquire is answered. */
  void ignoreAcquires() {
    deaf = true;
  }

  int releases() {
    return releases;
  }

  @Override
  public StoreCapabilities capabilities() {
    StoreCapabilities capabilities = store.capabilities();
    return new StoreCapabilities(
        blocking,
        capabilities.pushes(),
        capabilities.holdKind(),
        capabilities.requestTimeout(),
        capabilities.modes());
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
                  return unanswered;
                }
              }
              if (method.getName().equals("acquire") && deaf) {
                return new CompletableFuture<>();
              }
              if (method.getName().equals("acquire") && refusal != null) {
                return CompletableFuture.failedFuture(refusal);
              }
              return method.invoke(session, arguments);
            });
  }

  @Override
  public void close() {
    store.close();
  }
}
