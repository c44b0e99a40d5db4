package dev.holdfast.internal.engine;

import dev.holdfast.HoldfastListener;
import dev.holdfast.Loss;
import dev.holdfast.StoreException;
import dev.holdfast.internal.engine.Effects.Caller;
import dev.holdfast.internal.engine.Effects.Effect;
import dev.holdfast.internal.events.ListenerEvents;
import dev.holdfast.internal.hold.AttemptIds;
import dev.holdfast.internal.hold.LeaseCounters;
import dev.holdfast.internal.hold.LockSettings;
import dev.holdfast.internal.runtime.NextTick;
import dev.holdfast.internal.runtime.Timers;
import dev.holdfast.internal.session.StoreInvoker;
import dev.holdfast.spi.StoreCapabilities;
import dev.holdfast.spi.StoreCapabilities.HoldKind;
import dev.holdfast.spi.StoreSession;
import java.lang.reflect.Proxy;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * What the state machines of names see of a client, with no store behind it: what they ask is kept
 * for the test, which answers. Time passes when the test says so.
 */
final class StillServices implements EngineServices, NameRequests {
  static final String NAME = "a";
  private static final Duration TIMEOUT = Duration.ofSeconds(3);

  final StillHost host = new StillHost();
  final NextTick tick = new NextTick(host);
  final List<Effect> asked = new ArrayList<>();
  final List<String> told = new ArrayList<>();
  final List<NameMachine> retired = new ArrayList<>();
  boolean open = true;
  final LeaseCounters counters = new LeaseCounters();
  private final AttemptIds ids = new AttemptIds("c/h/1/n");
  private final StoreCapabilities store;
  private final Notifications notifications =
      new Notifications(Runnable::run, new Listener(), new Timers(host));
  private final LeaseRequests leaseRequests;

  StillServices() {
    this(true, HoldKind.LEASE);
  }

  StillServices(boolean pushes, HoldKind kind) {
    this.store = new StoreCapabilities(false, pushes, kind, TIMEOUT);
    StoreInvoker calls = new StoreInvoker(nowhere(), store, host);
    ListenerEvents events = new ListenerEvents(new HoldfastListener() {});
    this.leaseRequests =
        new LeaseRequests(
            host,
            calls,
            new StoreRequests(calls, host, tick, events),
            tick,
            notifications,
            new Timers(host),
            new ReleaseMessages(
                host,
                calls,
                new Timers(host),
                notifications,
                new AttemptIds("c/h/1/n"),
                () -> true),
            new LeaseEvents(events, host, () -> true));
  }

  private static StoreSession nowhere() {
    return (StoreSession)
        Proxy.newProxyInstance(
            StoreSession.class.getClassLoader(),
            new Class<?>[] {StoreSession.class},
            (proxy, method, arguments) -> {
              throw new StoreException("there is no store", null, true);
            });
  }

  /** A machine that notes here that it is retired. */
  NameMachine machine() {
    return new NameMachine(NAME, this, retired::add);
  }

  /** The last request; it must be of this kind. */
  <T extends Effect> T last(Class<T> kind) {
    return kind.cast(asked.get(asked.size() - 1));
  }

  /** A request that waits; its outcome is its own. */
  Waiter waits(LockSettings settings) {
    return Waiter.async(settings, true, now(), Timers.NEVER, outcome -> {});
  }

  /** A request that does not wait. */
  Waiter tries(LockSettings settings) {
    return Waiter.async(settings, false, now(), Timers.NEVER, outcome -> {});
  }

  static LeaseState lease(Waiter waiter) {
    if (waiter.outcome() instanceof Waiter.Outcome.Granted granted) {
      return ((HeldLease) granted.lease()).state();
    }
    throw new AssertionError("it was not granted: " + waiter.outcome());
  }

  // ---- services ----

  @Override
  public long now() {
    return host.nanos();
  }

  @Override
  public long jitter(long nanos) {
    return nanos;
  }

  @Override
  public boolean isOpen() {
    return open;
  }

  @Override
  public @Nullable StoreException unreached(String name) {
    return null;
  }

  @Override
  public void retired() {
    told.add("nothing is left");
  }

  @Override
  public void leftBehind() {}

  @Override
  public AttemptIds ids() {
    return ids;
  }

  @Override
  public NameRequests requests() {
    return this;
  }

  @Override
  public LeaseCounters counters() {
    return counters;
  }

  @Override
  public Notifications notifications() {
    return notifications;
  }

  @Override
  public HeldLease handleOf(LeaseState lease) {
    return new HeldLease(leaseRequests, lease);
  }

  @Override
  public @Nullable Throwable traceOfAcquire() {
    return null;
  }

  @Override
  public StoreCapabilities store() {
    return store;
  }

  // ---- requests ----

  @Override
  public void ask(Ask ask, Caller caller) {
    asked.add(ask);
  }

  @Override
  public void acknowledge(Acknowledging request) {
    asked.add(request);
  }

  @Override
  public void release(Ending ending, Caller caller) {
    asked.add(ending);
  }

  @Override
  public void then(Consumer<Effects> event) {
    Effects fx = new Effects();
    event.accept(fx);
    fx.perform(tick, Caller.ASYNC);
  }

  private final class Listener implements HoldfastListener {
    @Override
    public void lost(String name, long token, Loss loss) {
      told.add("lost " + name + " " + token + " " + loss.kind());
    }

    @Override
    public void jeopardy(String name, long token, Duration remaining, Throwable cause) {
      told.add("jeopardy " + token);
    }

    @Override
    public void safe(String name, long token) {
      told.add("safe " + token);
    }
  }
}
