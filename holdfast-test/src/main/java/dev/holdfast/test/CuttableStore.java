package dev.holdfast.test;

import dev.holdfast.LockInfo;
import dev.holdfast.StoreException;
import dev.holdfast.spi.AcquireRequest;
import dev.holdfast.spi.ClientIdentity;
import dev.holdfast.spi.KeepAlive;
import dev.holdfast.spi.LockStore;
import dev.holdfast.spi.ReleaseRequest;
import dev.holdfast.spi.Standing;
import dev.holdfast.spi.StoreListener;
import dev.holdfast.spi.StoreSession;
import dev.holdfast.spi.StoreTraits;
import java.time.Duration;
import java.util.List;
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
  public StoreTraits traits() {
    StoreTraits traits = store.traits();
    return new StoreTraits(
        traits.blocking(),
        traits.pushes(),
        traits.holdKind(),
        Duration.ofMillis(10),
        traits.modes());
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
  private final class Pushes implements StoreListener {
    private final StoreListener listener;
    private final Queue<Runnable> backlog = new ConcurrentLinkedQueue<>();
    private volatile boolean paused;

    Pushes(StoreListener listener) {
      this.listener = listener;
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

    private void push(Runnable delivery) {
      if (paused) {
        backlog.add(delivery);
      } else if (!cut) {
        delivery.run();
      }
    }

    @Override
    public void granted(String name, String attempt, Standing.Holding standing, long sentAt) {
      push(() -> listener.granted(name, attempt, standing, sentAt));
    }

    @Override
    public void recalled(String name, String attempt) {
      push(() -> listener.recalled(name, attempt));
    }

    @Override
    public void broken(String name, String attempt) {
      push(() -> listener.broken(name, attempt));
    }

    @Override
    public void sessionEnded(String name, String attempt, String why) {
      push(() -> listener.sessionEnded(name, attempt, why));
    }

    @Override
    public void changed() {
      push(listener::changed);
    }
  }

  /** Sends requests on while the store is not cut off. */
  private final class CuttableSession implements StoreSession {
    private final StoreSession session;
    private final String clientId;

    CuttableSession(StoreSession session, String clientId) {
      this.session = session;
      this.clientId = clientId;
    }

    private <T> CompletionStage<T> unlessCut(Supplier<CompletionStage<T>> verb) {
      return cut ? CompletableFuture.failedFuture(unreachable()) : verb.get();
    }

    @Override
    public CompletionStage<Standing> acquire(AcquireRequest request) {
      return unlessCut(() -> session.acquire(request));
    }

    @Override
    public int part(String name) {
      return session.part(name);
    }

    @Override
    public CompletionStage<List<Standing>> keepAlive(List<KeepAlive> requests) {
      return unlessCut(() -> session.keepAlive(requests));
    }

    @Override
    public CompletionStage<List<Standing>> acquireAll(List<AcquireRequest> requests) {
      return unlessCut(() -> session.acquireAll(requests));
    }

    @Override
    public CompletionStage<List<Boolean>> releaseAll(List<ReleaseRequest> requests) {
      return unlessCut(() -> session.releaseAll(requests));
    }

    @Override
    public CompletionStage<Boolean> release(ReleaseRequest request) {
      return unlessCut(() -> session.release(request));
    }

    @Override
    public CompletionStage<LockInfo> inspect(String name) {
      return unlessCut(() -> session.inspect(name));
    }

    @Override
    public CompletionStage<List<String>> names(int limit) {
      return unlessCut(() -> session.names(limit));
    }

    @Override
    public CompletionStage<Integer> resize(String name, int size) {
      return unlessCut(() -> session.resize(name, size));
    }

    @Override
    public CompletionStage<Boolean> breakHold(String name) {
      return unlessCut(() -> session.breakHold(name));
    }

    @Override
    public void close() {
      pushes.remove(clientId);
      session.close();
    }
  }
}
