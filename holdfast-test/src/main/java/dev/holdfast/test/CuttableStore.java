package dev.holdfast.test;

import dev.holdfast.StoreException;
import dev.holdfast.spi.ClientIdentity;
import dev.holdfast.spi.ForwardingListener;
import dev.holdfast.spi.ForwardingSession;
import dev.holdfast.spi.LockStore;
import dev.holdfast.spi.StoreCapabilities;
import dev.holdfast.spi.StoreListener;
import dev.holdfast.spi.StoreSession;
import java.time.Duration;
import java.util.Map;
import java.util.Objects;
import java.util.Queue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.function.Supplier;

/**
 * A store that can be made unreachable (no request arrives and no push leaves) and whose pushes
 * wait for a client that is paused.
 */
final class CuttableStore implements LockStore {
  private final LockStore store;
  private final Map<String, Pushes> pushes = new ConcurrentHashMap<>();
  private volatile boolean cut;

  CuttableStore(LockStore store) {
    this.store = store;
  }

  void cut() {
    cut = true;
  }

  void heal() {
    cut = false;
    pushes.values().forEach(Pushes::changed);
  }

  void pause(String clientId) {
    pushesTo(clientId).pause();
  }

  void resume(String clientId) {
    pushesTo(clientId).resume();
  }

  boolean isOpen(String clientId) {
    return pushes.containsKey(clientId);
  }

  private Pushes pushesTo(String clientId) {
    return Objects.requireNonNull(pushes.get(clientId), "the client is closed");
  }

  @Override
  public StoreCapabilities capabilities() {
    StoreCapabilities capabilities = store.capabilities();
    return new StoreCapabilities(
        capabilities.blocking(),
        capabilities.pushes(),
        capabilities.holdKind(),
        Duration.ofMillis(10),
        capabilities.modes());
  }

  @Override
  public StoreSession open(ClientIdentity client, StoreListener listener) {
    if (cut) {
      throw unreachable();
    }
    Pushes made = new Pushes(listener);
    pushes.put(client.id(), made);
    return new CuttableSession(store.open(client, made), client.id());
  }

  @Override
  public void close() {
    store.close();
  }

  @Override
  public String toString() {
    return "test:" + store;
  }

  private static StoreException unreachable() {
    return new StoreException(
        "the test cut the store off; nothing was sent and nothing has changed", null, true);
  }

  /** Passes pushes on while the store is not cut off, and later to a client that is paused. */
  private final class Pushes extends ForwardingListener {
    private final Queue<Runnable> backlog = new ConcurrentLinkedQueue<>();
    private volatile boolean paused;

    Pushes(StoreListener listener) {
      super(listener);
    }

    void pause() {
      paused = true;
    }

    void resume() {
      paused = false;
      for (Runnable push = backlog.poll(); push != null; push = backlog.poll()) {
        push.run();
      }
    }

    @Override
    protected void push(Runnable delivery) {
      if (paused) {
        backlog.add(delivery);
      } else if (!cut) {
        delivery.run();
      }
    }
  }

  /** Sends requests on while the store is not cut off. */
  private final class CuttableSession extends ForwardingSession {
    private final String clientId;

    CuttableSession(StoreSession session, String clientId) {
      super(session);
      this.clientId = clientId;
    }

    @Override
    protected <T> CompletionStage<T> ask(Supplier<CompletionStage<T>> verb) {
      return cut ? CompletableFuture.failedFuture(unreachable()) : verb.get();
    }

    @Override
    public void close() {
      pushes.remove(clientId);
      super.close();
    }
  }
}
