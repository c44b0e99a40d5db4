package dev.holdfast.internal;

import dev.holdfast.ClientStatistics;
import dev.holdfast.internal.election.Elections;
import dev.holdfast.internal.engine.Closing;
import dev.holdfast.internal.engine.Engine;
import dev.holdfast.internal.events.ListenerEvents;
import dev.holdfast.internal.hold.AttemptIds;
import dev.holdfast.internal.hold.LeaseCounters;
import dev.holdfast.internal.runtime.Parking;
import dev.holdfast.internal.session.BackgroundOpening;
import dev.holdfast.internal.session.DeferredListener;
import dev.holdfast.internal.session.LazyStoreInvoker;
import dev.holdfast.internal.session.StoreInvoker;
import dev.holdfast.internal.text.ClientIds;
import dev.holdfast.internal.text.Durations;
import dev.holdfast.spi.ClientIdentity;
import dev.holdfast.spi.EngineHost;
import dev.holdfast.spi.LockStore;
import dev.holdfast.spi.StoreListener;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicBoolean;
import org.jspecify.annotations.Nullable;

/**
 * What a client has while it is open: an identity, a session with a store, a host, an engine. It is
 * closed once; a client that is opened again has another one. Thread-safe.
 */
final class OpenClient implements AutoCloseable {
  private final LockStore store;
  private final boolean ownsStore;
  private final EngineHost host;
  private final ListenerEvents events;
  private final StoreInvoker calls;
  private final Engine engine;
  private final ClientIdentity identity;
  private final Duration closeTimeout;
  private final Elections elections;
  private final AtomicBoolean closed = new AtomicBoolean();
  private final CompletableFuture<Void> ended = new CompletableFuture<>();

  /**
   * Opens a client of this store, or begins to.
   *
   * @param lazily how long a call waits for one try to open it in the background; null to open it
   *     now
   * @param before what the client was before, if it was open before; what was counted there is
   *     counted on
   */
  OpenClient(
      LockStore store,
      boolean ownsStore,
      @Nullable Duration lazily,
      ClientSettings settings,
      EngineHost host,
      @Nullable OpenClient before) {
    this.store = store;
    this.ownsStore = ownsStore;
    this.host = host;
    this.events = before == null ? new ListenerEvents(settings.listener()) : before.events.again();
    this.closeTimeout = settings.closeTimeout();
    // Never that of before: its requests that are still under way are none of this one's.
    this.identity = new ClientIdentity(ClientIds.make(settings.name(), host), settings.namespace());
    String id = identity.id();
    DeferredListener pushes = new DeferredListener();
    BackgroundOpening opening =
        lazily == null
            ? null
            : new BackgroundOpening(
                store.toString(),
                () -> session(pushes),
                host,
                settings.host() == null ? null : host.io(),
                lazily);
    this.calls =
        opening == null
            ? session(pushes)
            : new LazyStoreInvoker(opening, store.modes(), host, closeTimeout);
    this.engine =
        new Engine(
            host,
            calls,
            before == null ? new AttemptIds(id) : before.engine.ids().as(id),
            before == null ? new LeaseCounters() : before.engine.counters(),
            events,
            settings.traceLeases());
    this.elections = new Elections(engine, calls, host, closeTimeout, closed::get);
    try {
      host.onAlarm(engine::tick);
    } catch (RuntimeException | Error noThread) {
      calls.close();
      throw noThread;
    }
    pushes.begin(engine);
    if (opening != null) {
      opening.begin(engine.timers);
    }
  }

  private StoreInvoker session(StoreListener pushes) {
    return StoreInvoker.of(events.timed(store.open(identity, pushes), host), store, host);
  }

  LockStore store() {
    return store;
  }

  EngineHost host() {
    return host;
  }

  StoreInvoker calls() {
    return calls;
  }

  Engine engine() {
    return engine;
  }

  Elections elections() {
    return elections;
  }

  ClientIdentity identity() {
    return identity;
  }

  /** Calls a verb of the store and waits for its answer. */
  <T> T ask(StoreInvoker.Verb<T> verb) {
    if (closed.get()) {
      throw Closing.closedError();
    }
    return calls.await(verb);
  }

  ClientStatistics statistics() {
    return engine.statistics(!closed.get() && calls.isReached() ? 1 : 0);
  }

  /** Whether it takes requests. */
  boolean isOpen() {
    return engine.isOpen();
  }

  /** Whether it is closed, or being closed. */
  boolean isClosed() {
    return closed.get();
  }

  /** Completes when it is closed and nothing of it is left, but for a try to open that hangs. */
  CompletableFuture<Void> ended() {
    return ended;
  }

  /** See {@link dev.holdfast.Holdfast#quiesce}. */
  boolean quiesce(Duration timeout) {
    long nanos = Math.max(0, Durations.clamp(timeout).toNanos());
    engine.closing.begin();
    elections.resign();
    CompletableFuture<Void> drained = engine.closing.drain();
    calls.giveUp();
    boolean interrupted = false;
    try {
      Parking.awaitInterruptibly(drained, nanos);
    } catch (InterruptedException now) {
      interrupted = true;
    }
    close();
    Parking.await(ended, 2 * closeTimeout.toNanos()); // by another thread, perhaps
    if (interrupted) {
      Thread.currentThread().interrupt();
    }
    return !engine.closing.tookLeases();
  }

  /** Bounded by the close timeout and one request to the store. */
  @Override
  public void close() {
    if (!closed.compareAndSet(false, true)) {
      return;
    }
    try {
      CompletableFuture<Void> ends = engine.close();
      calls.giveUp();
      Parking.await(ends, closeTimeout.toNanos());
      engine.notifications().close();
      calls.close();
      closeStore();
      host.close();
    } finally {
      ended.complete(null);
    }
  }

  /** Closes the store if it is ours; not while a try to open a session, that hangs, uses it. */
  private void closeStore() {
    CompletableFuture<Void> over = calls.over();
    if (!ownsStore) {
      return;
    }
    if (over.isDone()) {
      store.close();
    } else {
      CompletableFuture<Void> unused = over.thenRun(store::close);
    }
  }
}
