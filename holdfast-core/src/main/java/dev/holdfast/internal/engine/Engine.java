package dev.holdfast.internal.engine;

import dev.holdfast.ClientStatistics;
import dev.holdfast.LeaseInfo;
import dev.holdfast.RequestListener;
import dev.holdfast.StoreException;
import dev.holdfast.WaitInfo;
import dev.holdfast.internal.engine.Effects.Caller;
import dev.holdfast.internal.engine.NameRequests.Ask;
import dev.holdfast.internal.events.ListenerEvents;
import dev.holdfast.internal.hold.AttemptIds;
import dev.holdfast.internal.hold.LeaseCounters;
import dev.holdfast.internal.hold.LockSettings;
import dev.holdfast.internal.runtime.Isolated;
import dev.holdfast.internal.runtime.NextTick;
import dev.holdfast.internal.runtime.Timers;
import dev.holdfast.internal.session.StoreInvoker;
import dev.holdfast.spi.EngineHost;
import dev.holdfast.spi.Standing;
import dev.holdfast.spi.StoreCapabilities;
import dev.holdfast.spi.StoreListener;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.function.BiConsumer;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * The {@link NameMachine}s of one client. Owns no thread and never blocks, but for the caller of a
 * blocking method: on a blocking store, and while a release is confirmed. Thread-safe.
 *
 * <ol>
 *   <li>{@link #enqueue}: a request goes to the machine of its name, made if there is none.
 *   <li>Its {@link Effects} are performed when its lock is left: requests, wake-ups, callbacks.
 *   <li>{@link StoreRequests} bring it answers; {@link #granted} and others bring it pushes.
 *   <li>{@link #tick}: when something is due, all machines are looked at; renewals go in batches.
 *   <li>{@link LeaseRequests}: leases are given back, renewed and exchanged.
 *   <li>{@link #close}: all leases end, and new requests are refused; see {@link Closing}.
 * </ol>
 */
public final class Engine implements StoreListener, EngineServices {
  private final EngineHost host;
  private final StoreInvoker calls;
  private final AttemptIds ids;
  private final Notifications notifications;
  private final ListenerEvents events;
  private final LeaseCounters counters;
  private final boolean traceLeases;
  private final NameMachines machines = new NameMachines(this);
  public final Timers timers;
  public final NextTick nextTick;
  public final TickLoop ticks;
  public final StoreRequests storeRequests;
  public final ReleaseMessages messages;
  public final BreakTrail breaks;
  public final LeaseEvents leaseEvents;
  public final LeaseRequests leaseRequests;
  public final Closing closing;

  public Engine(
      EngineHost host,
      StoreInvoker calls,
      AttemptIds ids,
      LeaseCounters counters,
      ListenerEvents events,
      boolean traceLeases) {
    this.host = host;
    this.calls = calls;
    this.ids = ids;
    this.counters = counters;
    this.timers = new Timers(host);
    this.nextTick = new NextTick(host);
    this.notifications = new Notifications(host.callbacks(), events.listener(), timers);
    this.events = events;
    this.traceLeases = traceLeases;
    this.storeRequests = new StoreRequests(calls, host, nextTick, events);
    this.messages = new ReleaseMessages(host, calls, timers, notifications, ids, this::isOpen);
    this.breaks = new BreakTrail(ids);
    this.leaseEvents = new LeaseEvents(events, host, this::isOpen);
    this.leaseRequests =
        new LeaseRequests(
            host, calls, storeRequests, nextTick, notifications, timers, messages, leaseEvents);
    this.closing = new Closing(machines, nextTick);
    this.ticks = new TickLoop(host, machines, calls::part, storeRequests, nextTick);
    events.begin(notifications::run);
  }

  // ---- for users' threads ----

  public void enqueue(String name, Waiter waiter) {
    Effects fx = new Effects();
    NameMachine machine;
    RequestListener heard = null;
    try {
      machine = enter(name, waiter, fx);
      heard = leaseEvents.requested(name, waiter);
    } catch (RuntimeException | Error thrown) {
      CompletableFuture<Void> unused = cancel(name, waiter); // the caller goes on without it
      throw thrown;
    } finally {
      fx.perform(nextTick, callerOf(waiter));
      leaseEvents.asked(heard);
    }
    closing.look(machine);
  }

  private NameMachine enter(String name, Waiter waiter, Effects fx) {
    NameMachine machine;
    do {
      closing.requireOpen();
      machine = machines.get(name, waiter.settings);
    } while (!machine.taken.refuses(waiter, fx) && !machine.enqueue(waiter, fx));
    return machine;
  }

  /**
   * Enqueues the first waiter for the first name. If that makes a request to the store, it asks for
   * further names, up to the first that is in use by this client, too: these are mere tries.
   *
   * @param answered called when the store has answered such a request, or failed
   * @return for how many more it asks
   */
  public int enqueueAll(
      List<String> names, List<Waiter> waiters, Caller caller, Runnable answered) {
    Effects fx = new Effects();
    List<NameMachine> asked = new ArrayList<>(names.size());
    asked.add(enter(names.get(0), waiters.get(0), fx));
    List<Ask> asks = new ArrayList<>(fx.take(Ask.class));
    boolean asking = !asks.isEmpty();
    for (int i = 1; asking && i < waiters.size(); i++) {
      Waiter waiter = waiters.get(i);
      NameMachine machine = machines.get(names.get(i), waiter.settings);
      asking = machine.enqueueIfIdle(waiter, fx);
      if (asking) {
        asked.add(machine);
      }
      asks.addAll(fx.take(Ask.class));
    }
    int more = Math.max(0, asks.size() - 1);
    if (more > 0) {
      fx.add(by -> storeRequests.askAll(asks, by, answered));
    } else {
      asks.forEach(fx::add);
    }
    fx.perform(nextTick, caller == Caller.BLOCKING ? callerOf(waiters.get(0)) : Caller.ASYNC);
    asked.forEach(closing::look);
    return more;
  }

  /** Whether the store may be called on the thread that asks: not if that may take too long. */
  private Caller callerOf(Waiter waiter) {
    boolean mayBlock =
        waiter.isBlocking()
            && (!waiter.waits
                || !waiter.isTimed()
                || waiter.deadline - now() >= requestTimeoutNanos());
    return mayBlock ? Caller.BLOCKING : Caller.ASYNC;
  }

  /** Takes a request back; returns what completes when nothing of it is left in the store. */
  public CompletableFuture<Void> cancel(String name, Waiter waiter) {
    NameMachine machine = machines.known(name, waiter.settings);
    if (machine == null) {
      return CompletableFuture.completedFuture(null);
    }
    Effects fx = new Effects();
    Attempt ending = machine.cancel(waiter, fx);
    fx.perform(nextTick, Caller.ASYNC);
    return ending == null ? CompletableFuture.completedFuture(null) : ending.ended();
  }

  /** Completes when the attempt of this name that is being ended, if any, has left the store. */
  public CompletableFuture<Void> leaving(String name, LockSettings settings) {
    NameMachine machine = machines.known(name, settings);
    Attempt ending = machine == null ? null : machine.ending();
    return ending == null ? CompletableFuture.completedFuture(null) : ending.ended();
  }

  // ---- pushes ----

  @Override
  public void granted(String name, String attempt, Standing.Holding standing, long sentAt) {
    on(name, (machine, fx) -> machine.granted(attempt, standing, sentAt, fx));
  }

  @Override
  public void recalled(String name, String attempt) {
    on(
        name,
        (machine, fx) -> {
          machine.pendingRecalls.add(attempt);
          machine.takeInRecalls(fx);
        });
  }

  @Override
  public void broken(String name, String attempt) {
    on(name, (machine, fx) -> machine.broken(attempt, fx));
  }

  @Override
  public void sessionEnded(String name, String attempt, String why) {
    on(name, (machine, fx) -> machine.sessionEnded(attempt, why, fx));
  }

  @Override
  public void changed() {
    machines.forEach(machine -> push(machine::changed));
  }

  private void on(String name, BiConsumer<NameMachine, Effects> event) {
    machines.forEach(name, machine -> push(fx -> event.accept(machine, fx)));
  }

  /** Never throws into the thread that listens for all names. */
  private void push(Consumer<Effects> event) {
    Isolated.run("a push could not be taken in", () -> storeRequests.then(event));
  }

  // ---- time, and what the machines need ----

  /** The longest that one request to the store may take. */
  public long requestTimeoutNanos() {
    return calls.capabilities().requestTimeout().toNanos();
  }

  @Override
  public boolean isOpen() {
    return closing.isOpen();
  }

  @Override
  public @Nullable StoreException unreached(String name) {
    return calls.unreached(name);
  }

  @Override
  public void retired() {
    closing.retired();
  }

  @Override
  public void leftBehind() {
    closing.leftBehind();
  }

  @Override
  public LeaseCounters counters() {
    return counters;
  }

  /** What this client has and has done; whether it has a session is known elsewhere. */
  public ClientStatistics statistics(int openSessions) {
    return census().statistics(openSessions, counters, events.allDropped());
  }

  /** The leases of all names, in no particular order. */
  public List<LeaseInfo> leases() {
    return census().leases();
  }

  /** What requests wait for, name by name. */
  public List<WaitInfo> waits() {
    return census().waits();
  }

  private Census census() {
    Census census = new Census(now());
    machines.forEach(machine -> machine.tell(census));
    return census;
  }

  @Override
  public Notifications notifications() {
    return notifications;
  }

  @Override
  public long now() {
    return host.nanos();
  }

  public void tick() {
    try {
      long next = ticks.tick(now());
      if (next != Timers.NEVER) {
        host.alarm(next);
      }
    } finally {
      timers.tick();
    }
  }

  @Override
  public AttemptIds ids() {
    return ids;
  }

  @Override
  public long jitter(long nanos) {
    int fifth = (int) Math.min(nanos / 5, Integer.MAX_VALUE - 1);
    return nanos - host.random(fifth + 1);
  }

  @Override
  public NameRequests requests() {
    return storeRequests;
  }

  @Override
  public StoreCapabilities store() {
    return calls.capabilities();
  }

  @Override
  public HeldLease handleOf(LeaseState lease) {
    return new HeldLease(leaseRequests, lease);
  }

  @Override
  public @Nullable Throwable traceOfAcquire() {
    return traceLeases ? new IllegalStateException("acquired here") : null;
  }

  /** Ends all leases and waits; returns what completes when the store has confirmed all of it. */
  public CompletableFuture<Void> close() {
    return closing.close();
  }
}
