package dev.holdfast.internal;

import dev.holdfast.CandidacyInfo;
import dev.holdfast.ClientStatistics;
import dev.holdfast.DistributedLock;
import dev.holdfast.DistributedReadWriteLock;
import dev.holdfast.DistributedSemaphore;
import dev.holdfast.Election;
import dev.holdfast.Holdfast;
import dev.holdfast.LeaseInfo;
import dev.holdfast.LockInfo;
import dev.holdfast.LockOptions;
import dev.holdfast.Owner;
import dev.holdfast.WaitInfo;
import dev.holdfast.internal.election.Elections;
import dev.holdfast.internal.engine.Closing;
import dev.holdfast.internal.engine.Engine;
import dev.holdfast.internal.events.ListenerEvents;
import dev.holdfast.internal.hold.LockSettings;
import dev.holdfast.internal.locks.MultiLock;
import dev.holdfast.internal.locks.NamedLock;
import dev.holdfast.internal.locks.NamedReadWriteLock;
import dev.holdfast.internal.locks.NamedSemaphore;
import dev.holdfast.internal.locks.Reentrancy;
import dev.holdfast.internal.runtime.Parking;
import dev.holdfast.internal.runtime.SystemHost;
import dev.holdfast.internal.session.BackgroundOpening;
import dev.holdfast.internal.session.DeferredListener;
import dev.holdfast.internal.session.LazyStoreInvoker;
import dev.holdfast.internal.session.StoreInvoker;
import dev.holdfast.internal.session.TimedOpening;
import dev.holdfast.internal.text.ClientIds;
import dev.holdfast.internal.text.Durations;
import dev.holdfast.internal.text.Names;
import dev.holdfast.internal.text.PermitCounts;
import dev.holdfast.internal.text.Sequencer;
import dev.holdfast.spi.ClientIdentity;
import dev.holdfast.spi.EngineHost;
import dev.holdfast.spi.LockStore;
import dev.holdfast.spi.Mode;
import dev.holdfast.spi.StoreListener;
import java.time.Duration;
import java.util.Collection;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/** What a {@link Holdfast} is made of: a session with a store, a host, an engine. */
public final class Client implements Holdfast {
  private final LockStore store;
  private final boolean ownsStore;
  private final EngineHost host;
  private final ListenerEvents events;
  private final StoreInvoker calls;
  private final Engine engine;
  private final ClientIdentity identity;
  private final LockSettings defaults;
  private final Duration closeTimeout;
  private final Elections elections;
  private final Reentrancy reentrancy = new Reentrancy();
  private final AtomicBoolean closed = new AtomicBoolean();
  private final CompletableFuture<Void> ended = new CompletableFuture<>();

  private Client(
      LockStore store,
      boolean ownsStore,
      @Nullable Duration lazily,
      ClientSettings settings,
      EngineHost host) {
    this.store = store;
    this.ownsStore = ownsStore;
    this.host = host;
    this.events = new ListenerEvents(settings.listener());
    this.defaults = new LockSettings(settings.options());
    this.closeTimeout = settings.closeTimeout();
    this.identity = new ClientIdentity(ClientIds.make(settings.name(), host), settings.namespace());
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
    this.engine = new Engine(host, calls, identity.id(), events, settings.traceLeases());
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

  /**
   * Opens a client of a store that is still to be made, if that is done in time; see {@link
   * TimedOpening}. A host that was given decides itself on which threads things run.
   *
   * @param what the store is called in the error if it is not
   */
  public static Client open(
      Supplier<LockStore> store,
      String what,
      boolean ownsStore,
      Duration connectTimeout,
      ClientSettings settings) {
    Supplier<Client> opens = () -> open(store.get(), ownsStore, settings);
    return settings.host() != null
        ? opens.get()
        : TimedOpening.within(connectTimeout, what, opens, Client::close);
  }

  /** Opens a client of this store. */
  public static Client open(LockStore store, boolean ownsStore, ClientSettings settings) {
    return open(store, ownsStore, null, settings);
  }

  /**
   * Opens a client of this store in the background; see {@link Holdfast.Builder#openLazily}.
   *
   * @param connectTimeout how long a call waits for one try to open it
   */
  public static Client openLazily(
      LockStore store, boolean ownsStore, Duration connectTimeout, ClientSettings settings) {
    return open(store, ownsStore, connectTimeout, settings);
  }

  public static Client open(
      LockStore store, boolean ownsStore, @Nullable Duration lazily, ClientSettings settings) {
    EngineHost host = settings.host();
    if (host == null) {
      host = new SystemHost(settings.name(), settings.callbacks());
    }
    try {
      return new Client(store, ownsStore, lazily, settings, host);
    } catch (RuntimeException | Error failed) {
      host.close();
      if (ownsStore) {
        store.close();
      }
      throw failed;
    }
  }

  @Override
  public DistributedLock mutex(String name) {
    return lock(name, defaults());
  }

  @Override
  public DistributedLock mutex(String name, LockOptions options) {
    return lock(name, terms(options));
  }

  private NamedLock lock(String name, LockSettings terms) {
    return new NamedLock(Names.check(name), terms, engine, reentrancy);
  }

  @Override
  public DistributedLock all(Collection<String> names) {
    return all(names, defaults());
  }

  @Override
  public DistributedLock all(Collection<String> names, LockOptions options) {
    return all(names, terms(options));
  }

  private DistributedLock all(Collection<String> names, LockSettings terms) {
    return MultiLock.of(names.stream().distinct().map(name -> lock(name, terms)).toList(), engine);
  }

  @Override
  public DistributedLock all(DistributedLock... locks) {
    return MultiLock.of(List.of(locks), engine);
  }

  @Override
  public DistributedReadWriteLock readWrite(String name) {
    return readWrite(name, defaults(), defaults());
  }

  @Override
  public DistributedReadWriteLock readWrite(String name, LockOptions read, LockOptions write) {
    Objects.requireNonNull(read, "read");
    return readWrite(name, terms(read), terms(Objects.requireNonNull(write, "write")));
  }

  private DistributedReadWriteLock readWrite(String name, LockSettings read, LockSettings write) {
    requires(Mode.SHARED, "read-write locks");
    LockSettings shared = new LockSettings(Mode.SHARED, read.options).exchangedFor(write);
    LockSettings exclusive = write.exchangedFor(shared);
    engine.ids().expect(shared);
    return new NamedReadWriteLock(lock(name, shared), lock(name, exclusive), engine);
  }

  @Override
  public DistributedSemaphore semaphore(String name, int size) {
    return semaphore(name, size, defaults());
  }

  @Override
  public DistributedSemaphore semaphore(String name, int size, LockOptions options) {
    return semaphore(name, size, terms(options));
  }

  private DistributedSemaphore semaphore(String name, int size, LockSettings terms) {
    requires(Mode.COUNTED, "semaphores");
    return new NamedSemaphore(
        Names.check(name),
        PermitCounts.check(size),
        terms.options,
        engine,
        reentrancy,
        (expected, wanted) -> ask((session, sentAt) -> session.resize(name, expected, wanted)));
  }

  /** The client's options. */
  private LockSettings defaults() {
    return checked(defaults);
  }

  private LockSettings terms(LockOptions options) {
    return checked(new LockSettings(Objects.requireNonNull(options, "options")));
  }

  private LockSettings checked(LockSettings terms) {
    if (terms.replicas > 0 && !calls.acknowledges()) {
      throw new UnsupportedOperationException(
          store
              + " has no replicas that acknowledge a hold, so acknowledgedBy(...) cannot be had;"
              + " nothing was asked");
    }
    return terms;
  }

  private void requires(Mode mode, String kind) {
    if (!calls.capabilities().modes().contains(mode)) {
      throw new UnsupportedOperationException(store + " has no " + kind + "; nothing was asked");
    }
  }

  @Override
  public Election election(String name) {
    return election(name, defaults());
  }

  @Override
  public Election election(String name, LockOptions options) {
    return election(name, terms(options));
  }

  private Election election(String name, LockSettings terms) {
    return elections.election(
        Names.check(name), terms.options, () -> ask((session, sentAt) -> session.inspect(name)));
  }

  @Override
  public LockInfo inspect(String name) {
    String checked = Names.check(name);
    return ask((session, sentAt) -> engine.messages.inspect(session, checked));
  }

  @Override
  public boolean requestRelease(String name, String reason) {
    String checked = engine.messages.checkedRequest(name, reason);
    return ask((session, sentAt) -> engine.messages.send(session, sentAt, checked, reason));
  }

  @Override
  public boolean isCurrent(String sequencer) {
    return Sequencer.parseAll(Objects.requireNonNull(sequencer, "sequencer")).stream()
        .allMatch(one -> one.isCurrent(ask((session, sentAt) -> session.inspect(one.name()))));
  }

  @Override
  public List<String> names(int limit) {
    return ask((session, sentAt) -> engine.messages.names(session, limit));
  }

  @Override
  public boolean breakHold(String name) {
    String checked = Names.check(name);
    return ask((session, sentAt) -> session.breakHold(checked));
  }

  @Override
  public boolean breakHold(String name, String reason) {
    String checked = engine.messages.checkedRecord(name, reason);
    return ask((session, sentAt) -> engine.breaks.breakHold(session, sentAt, checked, reason));
  }

  private <T> T ask(StoreInvoker.Verb<T> verb) {
    if (closed.get()) {
      throw Closing.closedError();
    }
    return calls.await(verb);
  }

  @Override
  public ClientStatistics statistics() {
    return engine.statistics(!closed.get() && calls.isReached() ? 1 : 0);
  }

  @Override
  public List<LeaseInfo> leases() {
    return engine.leases();
  }

  @Override
  public List<WaitInfo> waits() {
    return engine.waits();
  }

  @Override
  public List<CandidacyInfo> candidacies() {
    return closed.get() ? List.of() : elections.candidacies();
  }

  @Override
  public Owner identity() {
    return Owner.parse(identity.id() + "/0");
  }

  @Override
  public boolean quiesce(Duration timeout) {
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

  @Override
  public String toString() {
    return "Holdfast[" + identity.id() + " on " + store + "]";
  }
}
