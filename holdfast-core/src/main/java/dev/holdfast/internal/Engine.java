package dev.holdfast.internal;

import static java.util.concurrent.TimeUnit.MILLISECONDS;

import dev.holdfast.HoldfastListener;
import dev.holdfast.Loss;
import dev.holdfast.internal.Effects.Caller;
import dev.holdfast.internal.Waiter.Outcome;
import dev.holdfast.spi.EngineHost;
import dev.holdfast.spi.Standing;
import dev.holdfast.spi.StoreCapabilities.HoldKind;
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
 *   <li>{@link #release}: the machine lends the hold on, or ends it; then the caller waits a while.
 *   <li>{@link #close}: all leases end, and new requests are refused.
 * </ol>
 */
final class Engine implements StoreListener {
  /** After what should not have been thrown: soon, and no storm of messages in the log. */
  static final long LOOK_AGAIN_NANOS = MILLISECONDS.toNanos(100);

  private final EngineHost host;
  private final StoreInvoker calls;
  private final AttemptIds ids;
  private final Notifications notifications;
  private final boolean traceLeases;
  final StoreRequests messages;
  final LeaseRequests holders;
  final Timers timers;
  private final Lines lines = new Lines();
  final TickLoop ticks;
  private volatile boolean closed;

  Engine(
      EngineHost host,
      StoreInvoker calls,
      String clientId,
      HoldfastListener listener,
      boolean traceLeases) {
    this.host = host;
    this.calls = calls;
    this.ids = new AttemptIds(clientId);
    this.timers = new Timers(host);
    this.ticks = new TickLoop(this, lines, calls::part);
    this.notifications = new Notifications(host.callbacks(), listener, timers);
    this.traceLeases = traceLeases;
    this.messages = new StoreRequests(this, calls, host);
    this.holders = new LeaseRequests(this, requestTimeoutNanos());
  }

  // ---- for users' threads ----

  void enqueue(String name, Waiter waiter) {
    Effects fx = new Effects();
    NameMachine line;
    try {
      line = enter(name, waiter, fx);
    } catch (RuntimeException | Error thrown) {
      CompletableFuture<Void> unused = cancel(name, waiter); // the caller goes on without it
      throw thrown;
    } finally {
      fx.perform(this, callerOf(waiter));
    }
    closeIfMissed(line);
  }

  private NameMachine enter(String name, Waiter waiter, Effects fx) {
    NameMachine line;
    do {
      if (closed) {
        throw closedError();
      }
      line = lines.get(name, waiter.settings, this);
    } while (!line.taken.refuses(waiter, fx) && !line.enqueue(waiter, fx));
    return line;
  }

  /**
   * Enqueues the first waiter for the first name. If that makes a request to the store, it asks for
   * further names, up to the first that is in use by this client, too: these are mere tries.
   *
   * @param answered called when the store has answered such a request, or failed
   * @return for how many more it asks
   */
  int enqueueAll(List<NamedLock> locks, List<Waiter> waiters, Caller caller, Runnable answered) {
    Effects fx = new Effects();
    NameMachine first = enter(locks.get(0).name(), waiters.get(0), fx);
    List<Ask> asks = new ArrayList<>(fx.take(Ask.class));
    boolean asking = !asks.isEmpty();
    for (int i = 1; asking && i < waiters.size(); i++) {
      Waiter waiter = waiters.get(i);
      asking = lines.get(locks.get(i).name(), waiter.settings, this).enqueueIfIdle(waiter, fx);
      asks.addAll(fx.take(Ask.class));
    }
    int more = Math.max(0, asks.size() - 1);
    if (more > 0) {
      fx.add((engine, by) -> messages.askAll(asks, by, answered));
    } else {
      asks.forEach(fx::add);
    }
    fx.perform(this, caller == Caller.BLOCKING ? callerOf(waiters.get(0)) : Caller.ASYNC);
    closeIfMissed(first);
    asks.stream().skip(1).forEach(ask -> closeIfMissed(ask.line()));
    return more;
  }

  /** The client was closed while a name machine was made, so closing may have missed it. */
  private void closeIfMissed(NameMachine line) {
    if (closed) {
      List<Attempt> unused = closeLine(line);
    }
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
  CompletableFuture<Void> cancel(String name, Waiter waiter) {
    NameMachine line = lines.known(name, waiter.settings);
    if (line == null) {
      return CompletableFuture.completedFuture(null);
    }
    Effects fx = new Effects();
    Attempt ending = line.cancel(waiter, fx);
    fx.perform(this, Caller.ASYNC);
    return ending == null ? CompletableFuture.completedFuture(null) : ending.ended();
  }

  /** Completes when the attempt of this name that is being ended, if any, has left the store. */
  CompletableFuture<Void> leaving(String name, LockSettings settings) {
    NameMachine line = lines.known(name, settings);
    Attempt ending = line == null ? null : line.ending();
    return ending == null ? CompletableFuture.completedFuture(null) : ending.ended();
  }

  /** Gives a lease back and waits, bounded, until the store has confirmed it if it must. */
  void release(LeaseState lease) {
    Effects fx = new Effects();
    Attempt ending = lease.line.release(lease, fx);
    fx.perform(this, Caller.BLOCKING);
    // A blocking store has answered or failed by now, and a failure is repeated in the background.
    if (ending != null && !ending.isOver() && !calls.capabilities().blocking()) {
      Parking.await(ending.ended(), requestTimeoutNanos());
    }
  }

  CompletableFuture<Void> releaseAsync(LeaseState lease) {
    Effects fx = new Effects();
    Attempt ending = lease.line.release(lease, fx);
    fx.perform(this, Caller.ASYNC);
    return ending == null
        ? CompletableFuture.completedFuture(null)
        : ending.ended().thenRunAsync(() -> {}, notifications::run);
  }

  /** Gives several leases back, in one request to the store, and waits like {@link #release}. */
  void releaseAll(List<LeaseState> leases) {
    CompletableFuture<Void> ended = endAll(leases, Caller.BLOCKING);
    if (!calls.capabilities().blocking()) {
      Parking.await(ended, requestTimeoutNanos());
    }
  }

  CompletableFuture<Void> releaseAllAsync(List<LeaseState> leases) {
    return endAll(leases, Caller.ASYNC).thenRunAsync(() -> {}, notifications::run);
  }

  /** Gives leases back that no user has had. */
  CompletableFuture<Void> giveBack(List<LeaseState> leases) {
    leases.forEach(LeaseState::owesNothing);
    return endAll(leases, Caller.ASYNC);
  }

  private CompletableFuture<Void> endAll(List<LeaseState> leases, Caller caller) {
    Effects fx = new Effects();
    List<CompletableFuture<Void>> ends = new ArrayList<>(leases.size());
    for (LeaseState lease : leases) {
      Attempt ending = lease.line.release(lease, fx);
      if (ending != null) {
        ends.add(ending.ended());
      }
    }
    List<Ending> endings = fx.take(Ending.class);
    if (!endings.isEmpty()) {
      fx.add((engine, by) -> messages.releaseAll(endings, by));
    }
    fx.perform(this, caller);
    return CompletableFuture.allOf(ends.toArray(CompletableFuture[]::new));
  }

  void onLost(LeaseState lease, Consumer<Loss> callback) {
    Loss already = lease.line.onLost(lease, callback);
    if (already != null) {
      notifications.run(() -> callback.accept(already));
    }
  }

  /** Notices now that a deadline has passed, rather than at the next tick. */
  void lookAt(LeaseState lease) {
    Effects fx = new Effects();
    lease.line.lookAt(lease, fx);
    fx.perform(this, Caller.ASYNC);
  }

  // ---- pushes ----

  @Override
  public void granted(String name, String attempt, Standing.Holding standing, long sentAt) {
    on(name, (line, fx) -> line.granted(attempt, standing, sentAt, fx));
  }

  @Override
  public void recalled(String name, String attempt) {
    on(
        name,
        (line, fx) -> {
          line.pendingRecalls.add(attempt);
          line.takeInRecalls(fx);
        });
  }

  @Override
  public void broken(String name, String attempt) {
    on(name, (line, fx) -> line.broken(attempt, fx));
  }

  @Override
  public void sessionEnded(String name, String attempt, String why) {
    on(name, (line, fx) -> line.sessionEnded(attempt, why, fx));
  }

  @Override
  public void changed() {
    lines.forEach(line -> push(line::changed));
  }

  private void on(String name, BiConsumer<NameMachine, Effects> event) {
    lines.forEach(name, line -> push(fx -> event.accept(line, fx)));
  }

  /** Never throws into the thread that listens for all names. */
  private void push(Consumer<Effects> event) {
    Isolated.run("a push could not be taken in", () -> messages.then(event));
  }

  // ---- time and facts ----

  boolean hasPushes() {
    return calls.capabilities().pushes();
  }

  /** On how many servers a hold stands. */
  int nodes(String name, String attempt) {
    return calls.nodes(name, attempt);
  }

  /** Lets a new hold know how this store's holds end, and how it hears of waiters elsewhere. */
  void introduce(Hold hold, Standing.Holding standing, LockSettings settings, long now) {
    if (hasSessions()) {
      hold.lastsForASession(settings, standing, now);
    }
    if (!hasPushes()) {
      hold.keepContact(settings, now);
    }
  }

  private boolean hasSessions() {
    return calls.capabilities().holdKind() == HoldKind.SESSION;
  }

  /** How a hold was lost that the store does not find, and that was not broken by force. */
  Loss.Kind lossWhenGone() {
    return hasSessions() ? Loss.Kind.SESSION_ENDED : Loss.Kind.REFUSED;
  }

  /** How it is told that a hold was taken away; where it is but a node, nothing says by whom. */
  String endByForce() {
    String operator = "an operator ended the hold by force";
    return hasSessions() ? operator + ", or the store has lost it with other data" : operator;
  }

  /** The longest that one request to the store may take. */
  long requestTimeoutNanos() {
    return calls.capabilities().requestTimeout().toNanos();
  }

  Notifications notifications() {
    return notifications;
  }

  long now() {
    return host.nanos();
  }

  /** Something of a name is due at this instant. */
  void wakeBy(long nanos) {
    ticks.wakeBy(nanos);
    host.alarm(nanos);
  }

  void tick() {
    try {
      long next = ticks.tick(now());
      if (next != LockSettings.NEVER) {
        host.alarm(next);
      }
    } finally {
      timers.tick();
    }
  }

  void retire(NameMachine line) {
    lines.remove(line);
  }

  AttemptIds ids() {
    return ids;
  }

  /** This pause, less up to a fifth of it, so that clients do not march in step. */
  long jitter(long nanos) {
    int fifth = (int) Math.min(nanos / 5, Integer.MAX_VALUE - 1);
    return nanos - host.random(fifth + 1);
  }

  /** Plans when a waiter must look at its place again. */
  void planLook(Attempt waiting, Standing.Queued queued, long sentAt) {
    LockSettings settings = waiting.settings;
    long now = now();
    long next = sentAt + jitter(settings.intervalNanos);
    if (!hasPushes()) {
      next = Math.min(next, now + jitter(waiting.pauseNanos()));
    }
    if (queued.ahead() <= 0) {
      // The first in the queue is the one to notice that the holder's time is over.
      next = Math.min(next, now + MILLISECONDS.toNanos(queued.holdRemainingMillis() + 1));
    }
    waiting.lookAt(next, now);
  }

  @Nullable Throwable traceOfAcquire() {
    return traceLeases ? new IllegalStateException("acquired here") : null;
  }

  static IllegalStateException closedError() {
    return new IllegalStateException("this Holdfast client is closed; nothing is held or queued");
  }

  // ---- the end ----

  /** Ends all leases and waits; returns what completes when the store has confirmed all of it. */
  CompletableFuture<Void> close() {
    closed = true;
    List<CompletableFuture<Void>> ends = new ArrayList<>();
    lines.forEach(
        line ->
            Isolated.run(
                "what is held of '" + line.name + "' could not be given back; it ends by itself",
                () -> closeLine(line).forEach(ending -> ends.add(ending.ended()))));
    return CompletableFuture.allOf(ends.toArray(CompletableFuture[]::new));
  }

  private List<Attempt> closeLine(NameMachine line) {
    Effects fx = new Effects();
    try {
      return line.close(fx);
    } finally {
      fx.perform(this, Caller.ASYNC);
    }
  }

  /** Releases the lease that a waiter got too late for its caller. */
  static void discard(Outcome outcome) {
    if (outcome instanceof Outcome.Granted granted) {
      CompletableFuture<Void> unused = granted.lease().releaseAsync();
    }
  }
}
