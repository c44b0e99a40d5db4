package dev.holdfast.internal.engine;

import static dev.holdfast.internal.engine.Interleavings.check;

import dev.holdfast.DistributedLock;
import dev.holdfast.HoldfastListener;
import dev.holdfast.HoldfastListener.How;
import dev.holdfast.LockInfo;
import dev.holdfast.LockOptions;
import dev.holdfast.Loss;
import dev.holdfast.internal.events.ListenerEvents;
import dev.holdfast.internal.hold.AttemptIds;
import dev.holdfast.internal.hold.Hold;
import dev.holdfast.internal.hold.LeaseCounters;
import dev.holdfast.internal.hold.LockSettings;
import dev.holdfast.internal.locks.CurrentEngine;
import dev.holdfast.internal.locks.NamedLock;
import dev.holdfast.internal.locks.Reentrancy;
import dev.holdfast.internal.session.DeferredListener;
import dev.holdfast.internal.session.StoreInvoker;
import dev.holdfast.memory.MemoryStore;
import dev.holdfast.spi.ClientIdentity;
import dev.holdfast.spi.Standing;
import dev.holdfast.spi.StoreSession;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.TimeUnit;
import java.util.function.UnaryOperator;

/**
 * A client taken apart: the real engine on a store in memory, on one clock that stands still. What
 * the store is asked, it answers on the caller's thread, so that the only thing that varies between
 * two runs is how the callers' threads interleave.
 */
final class Bench {
  static final String NAME = "a";
  // Made once, and not while interleavings are explored: the exploration would follow its patterns.
  private static final ClientIdentity FIRST = new ClientIdentity("c1/h/1/n", "");
  private static final ClientIdentity SECOND = new ClientIdentity("c2/h/1/n", "");
  private static final long START_MICROS = 1_767_225_600_000_000L;

  final StillHost host;
  final MemoryStore store;
  final Engine engine;
  final CurrentEngine engines;
  final Reentrancy reentrancy = new Reentrancy();
  final ConcurrentLinkedQueue<Loss.Kind> told = new ConcurrentLinkedQueue<>();
  private final StoreSession session;

  Bench() {
    this(new StillHost());
  }

  private Bench(StillHost host) {
    this(host, UnaryOperator.identity());
  }

  private Bench(StillHost host, UnaryOperator<StoreSession> between) {
    this(host, FIRST, MemoryStore.create(() -> micros(host)), between);
  }

  private Bench(
      StillHost host,
      ClientIdentity identity,
      MemoryStore store,
      UnaryOperator<StoreSession> between) {
    this.host = host;
    this.store = store;
    DeferredListener pushes = new DeferredListener();
    this.session = between.apply(store.open(identity, pushes));
    this.engine =
        new Engine(
            host,
            new StoreInvoker(session, store.capabilities(), host),
            new AttemptIds(identity.id()),
            new LeaseCounters(),
            new ListenerEvents(new Listener()),
            false);
    this.engines = new CurrentEngine(engine);
    pushes.begin(engine);
  }

  /** Puts something between the engine and the store. */
  static Bench through(UnaryOperator<StoreSession> between) {
    return new Bench(new StillHost(), between);
  }

  /** Another client of the same store. */
  Bench other() {
    return new Bench(host, SECOND, store, UnaryOperator.identity());
  }

  /** Makes what is made once. */
  static void prepare() {
    check(new Bench().other().isEmpty(), "a new store is not empty");
  }

  private static long micros(StillHost host) {
    return START_MICROS + TimeUnit.NANOSECONDS.toMicros(host.nanos());
  }

  NamedLock mutex() {
    return mutex(LockSettings.DEFAULTS);
  }

  NamedLock mutex(String name) {
    return new NamedLock(name, LockSettings.DEFAULTS, engines, reentrancy);
  }

  DistributedLock mutex(LockOptions options) {
    return mutex(new LockSettings(options));
  }

  private NamedLock mutex(LockSettings settings) {
    return new NamedLock(NAME, settings, engines, reentrancy);
  }

  /** The engine's side of a lease that no store knows. */
  static LeaseState leaseState() {
    NameMachine machine = new NameMachine(NAME, new Bench().engine, retired -> {});
    return new LeaseState(machine, hold(), 1, LockSettings.DEFAULTS, 0, 1, How.FREE, null);
  }

  /** A hold that no store knows. */
  static Hold hold() {
    Standing.Holding standing = new Standing.Holding(1, 30_000, false);
    return new Hold("c/h/1/n/1", LockSettings.DEFAULTS, standing, 1, true, 1);
  }

  LockInfo inspect() {
    return session.inspect(NAME).toCompletableFuture().join();
  }

  void breakHold() {
    boolean unused = session.breakHold(NAME).toCompletableFuture().join();
  }

  /** Whether the store knows of nobody any more. */
  boolean isEmpty() {
    LockInfo info = inspect();
    return info.hold().isEmpty() && info.waiters().isEmpty();
  }

  private final class Listener implements HoldfastListener {
    @Override
    public void lost(String name, long token, Loss loss) {
      told.add(loss.kind());
    }
  }
}
