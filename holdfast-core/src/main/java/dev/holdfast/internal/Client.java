package dev.holdfast.internal;

import dev.holdfast.DistributedLock;
import dev.holdfast.DistributedReadWriteLock;
import dev.holdfast.DistributedSemaphore;
import dev.holdfast.Election;
import dev.holdfast.HoldfastListener;
import dev.holdfast.LockInfo;
import dev.holdfast.LockOptions;
import dev.holdfast.Owner;
import dev.holdfast.spi.ClientIdentity;
import dev.holdfast.spi.EngineHost;
import dev.holdfast.spi.LockStore;
import dev.holdfast.spi.Mode;
import dev.holdfast.spi.StoreSession;
import java.time.Duration;
import java.util.Collection;
import java.util.List;
import java.util.concurrent.Executor;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/** What a {@link dev.holdfast.Holdfast} is made of: a session with a store, a host, an engine. */
public final class Client {
  private final LockStore store;
  private final boolean ownsStore;
  private final EngineHost host;
  private final StoreSession session;
  private final StoreInvoker calls;
  private final Engine engine;
  private final ClientIdentity identity;
  private final LockSettings defaults;
  private final Duration closeTimeout;
  private final Elections elections;
  private final Reentrancy reentrancy = new Reentrancy();
  private final AtomicBoolean closed = new AtomicBoolean();

  private Client(LockStore store, boolean ownsStore, Settings settings, EngineHost host) {
    this.store = store;
    this.ownsStore = ownsStore;
    this.host = host;
    this.defaults = new LockSettings(settings.options());
    this.closeTimeout = settings.closeTimeout();
    this.identity = new ClientIdentity(ClientIds.make(settings.name(), host), settings.namespace());
    DeferredListener pushes = new DeferredListener();
    this.session = store.open(identity, pushes);
    this.calls = new StoreInvoker(session, store.capabilities(), host);
    this.engine =
        new Engine(host, calls, identity.id(), settings.listener(), settings.traceLeases());
    this.elections = new Elections(engine, calls, host, closeTimeout, closed::get);
    try {
      host.onAlarm(engine::tick);
    } catch (RuntimeException | Error noThread) {
      session.close();
      throw noThread;
    }
    pushes.begin(engine);
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
      Settings settings) {
    Supplier<Client> opens = () -> open(store.get(), ownsStore, settings);
    return settings.host() != null
        ? opens.get()
        : TimedOpening.within(connectTimeout, what, opens, Client::close);
  }

  /** Opens a client of this store. */
  public static Client open(LockStore store, boolean ownsStore, Settings settings) {
    EngineHost host = settings.host();
    if (host == null) {
      host = new SystemHost(settings.name(), settings.callbacks());
    }
    try {
      return new Client(store, ownsStore, settings, host);
    } catch (RuntimeException | Error failed) {
      host.close();
      if (ownsStore) {
        store.close();
      }
      throw failed;
    }
  }

  /** A lock with these options, or the client's. */
  public DistributedLock mutex(String name, @Nullable LockOptions options) {
    return lock(name, terms(options));
  }

  private NamedLock lock(String name, LockSettings terms) {
    return new NamedLock(Names.check(name), terms, engine, reentrancy);
  }

  /** All of these names, with these options, or the client's. */
  public DistributedLock all(Collection<String> names, @Nullable LockOptions options) {
    LockSettings terms = terms(options);
    return MultiLock.of(names.stream().distinct().map(name -> lock(name, terms)).toList(), engine);
  }

  /** All of these locks of this client. */
  public DistributedLock all(List<DistributedLock> locks) {
    return MultiLock.of(locks, engine);
  }

  /** A lock for readers and writers with these options, or the client's. */
  public DistributedReadWriteLock readWrite(
      String name, @Nullable LockOptions read, @Nullable LockOptions write) {
    requires(Mode.SHARED, "read-write locks");
    LockSettings exclusive = terms(write);
    LockSettings shared =
        new LockSettings(Mode.SHARED, terms(read).options).exchangedFor(exclusive);
    exclusive = exclusive.exchangedFor(shared);
    engine.ids().expect(shared);
    return new NamedReadWriteLock(lock(name, shared), lock(name, exclusive), engine);
  }

  /** A semaphore of this size with these options, or the client's. */
  public DistributedSemaphore semaphore(String name, int size, @Nullable LockOptions options) {
    requires(Mode.COUNTED, "semaphores");
    return new NamedSemaphore(
        Names.check(name),
        PermitCounts.check(size),
        terms(options).options,
        engine,
        reentrancy,
        newSize -> resize(name, newSize));
  }

  private LockSettings terms(@Nullable LockOptions options) {
    LockSettings terms = options == null ? defaults : new LockSettings(options);
    if (terms.replicas > 0 && !session.acknowledges()) {
      throw new UnsupportedOperationException(
          store
              + " has no replicas that acknowledge a hold, so acknowledgedBy(...) cannot be had;"
              + " nothing was asked");
    }
    return terms;
  }

  private void requires(Mode mode, String kind) {
    if (!store.capabilities().modes().contains(mode)) {
      throw new UnsupportedOperationException(store + " has no " + kind + "; nothing was asked");
    }
  }

  /** See {@link DistributedSemaphore#resize}. */
  private boolean resize(String name, int size) {
    return ask((session, sentAt) -> session.resize(name, size)) > 0;
  }

  /** An election with these options, or the client's. */
  public Election election(String name, @Nullable LockOptions options) {
    return elections.election(Names.check(name), terms(options).options, () -> inspect(name));
  }

  /** See {@link dev.holdfast.Holdfast#inspect}. */
  public LockInfo inspect(String name) {
    String checked = Names.check(name);
    return ask((session, sentAt) -> session.inspect(checked));
  }

  /** See {@link dev.holdfast.Holdfast#isCurrent}. */
  public boolean isCurrent(String sequencer) {
    return Sequencer.parseAll(sequencer).stream()
        .allMatch(one -> one.isCurrent(ask((session, sentAt) -> session.inspect(one.name()))));
  }

  /** See {@link dev.holdfast.Holdfast#names}. */
  public List<String> names(int limit) {
    return ask((session, sentAt) -> session.names(limit)).stream().sorted().toList();
  }

  /** See {@link dev.holdfast.Holdfast#breakHold}. */
  public boolean breakHold(String name) {
    String checked = Names.check(name);
    return ask((session, sentAt) -> session.breakHold(checked));
  }

  private <T> T ask(StoreInvoker.Verb<T> verb) {
    if (closed.get()) {
      throw Engine.closedError();
    }
    return calls.await(verb);
  }

  /** This client as others see it. */
  public Owner identity() {
    return Owner.parse(identity.id() + "/0");
  }

  /** Ends everything, bounded by the close timeout and one request to the store. */
  public void close() {
    if (!closed.compareAndSet(false, true)) {
      return;
    }
    Parking.await(engine.close(), closeTimeout.toNanos());
    engine.notifications().close();
    session.close();
    if (ownsStore) {
      store.close();
    }
    host.close();
  }

  @Override
  public String toString() {
    return identity.id() + " on " + store;
  }

  /** The settings of a client. */
  public record Settings(
      String name,
      String namespace,
      LockOptions options,
      @Nullable Executor callbacks,
      HoldfastListener listener,
      @Nullable EngineHost host,
      boolean traceLeases,
      Duration closeTimeout) {}
}
