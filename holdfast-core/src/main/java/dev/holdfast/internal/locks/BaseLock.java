package dev.holdfast.internal.locks;

import dev.holdfast.DistributedLock;
import dev.holdfast.HoldfastListener.WhyNot;
import dev.holdfast.Lease;
import dev.holdfast.LockOptions;
import dev.holdfast.LockTimeoutException;
import dev.holdfast.Owner;
import dev.holdfast.internal.engine.Engine;
import dev.holdfast.internal.engine.HeldLease;
import dev.holdfast.internal.engine.Waiter;
import dev.holdfast.internal.engine.Waiter.Outcome;
import dev.holdfast.internal.hold.LockSettings;
import dev.holdfast.internal.runtime.Parking;
import dev.holdfast.internal.runtime.Timers;
import dev.holdfast.internal.text.Durations;
import java.time.Duration;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/** A lock that turns users' calls into requests, and parks on their outcomes. */
public abstract class BaseLock implements DistributedLock {
  // A request that was taken back leaves the queue in the background; its caller waits for so long,
  // so that in the usual case nothing is left when the caller goes on.
  private static final long LEAVING_NANOS = Duration.ofMillis(100).toNanos();

  // Where another thread is about to decide a request that is late, it is looked at again.
  private static final long AGAIN_NANOS = Duration.ofMillis(10).toNanos();

  final CurrentEngine engines;
  private final LockSettings settings;

  BaseLock(LockSettings settings, CurrentEngine engines) {
    this.settings = settings;
    this.engines = engines;
  }

  /** Requests that were made to an engine, which is named again with each. */
  interface Asked {
    /** Takes one back; returns what completes when nothing of it is left in the store. */
    CompletableFuture<Void> cancel(Engine engine, Waiter waiter);

    /** Sees to it that one whose deadline has passed is decided. */
    void late(Engine engine, Waiter waiter);

    /** Completes when what a request that is over left in the store, if anything, has left it. */
    CompletableFuture<Void> leaving(Engine engine, Waiter waiter);
  }

  /** Makes a request; its outcome will be the waiter's. */
  abstract Asked ask(Engine engine, Waiter waiter);

  /** Makes a request, of which the listener hears if it cannot be made. */
  private Asked request(Engine engine, Waiter waiter) {
    try {
      return ask(engine, waiter);
    } catch (RuntimeException | Error failed) {
      if (engine.leaseEvents.tellsRefusals()) {
        engine.leaseEvents.notAcquired(name(), waiter, failed);
      }
      throw failed;
    }
  }

  private <T> void settle(
      Engine engine, LeaseFuture<T> future, @Nullable Waiter waiter, Outcome outcome) {
    tell(engine, Objects.requireNonNull(waiter), outcome);
    future.settle(outcome);
  }

  /** Tells the listener, on this thread or for later, what came of a request. */
  private void tell(Engine engine, Waiter waiter, Outcome outcome) {
    if (outcome instanceof Outcome.Granted granted) {
      if (engine.leaseEvents.tellsLeaseOf(waiter)) {
        tellAcquired(engine, waiter, granted.lease());
      }
    } else if (engine.leaseEvents.tellsRefusals()) {
      engine.leaseEvents.notAcquired(name(), waiter, outcome);
    }
  }

  private static void tellAcquired(Engine engine, Waiter waiter, Lease lease) {
    engine.leaseEvents.acquired(
        lease instanceof MultiLease all ? all.states() : List.of(((HeldLease) lease).state()),
        waiter);
  }

  private void tellInterrupted(Engine engine, Waiter waiter) {
    if (engine.leaseEvents.tellsRefusals()) {
      engine.leaseEvents.notAcquired(name(), waiter, WhyNot.INTERRUPTED);
    }
  }

  final LockSettings settings() {
    return settings;
  }

  @Override
  public LockOptions options() {
    return settings.options;
  }

  @Override
  public Lease acquire() throws InterruptedException {
    return awaitInterruptibly(engines.get(), Timers.NEVER).lease();
  }

  @Override
  public Lease acquire(Duration timeout) throws InterruptedException {
    Outcome outcome = request(timeout);
    if (outcome instanceof Outcome.NotGranted refused) {
      String holder = refused.holder();
      throw new LockTimeoutException(name(), timeout, holder == null ? null : Owner.parse(holder));
    }
    return outcome.lease();
  }

  @Override
  public Lease acquireUninterruptibly() {
    Engine engine = engines.get();
    Waiter waiter = Waiter.parked(settings, true, engine.now(), Timers.NEVER);
    Asked asked = request(engine, waiter);
    Outcome outcome = awaitUninterruptibly(engine, asked, waiter);
    tell(engine, waiter, outcome);
    return outcome.lease();
  }

  @Override
  public Optional<Lease> tryAcquire() {
    Engine engine = engines.get();
    long now = engine.now();
    Waiter waiter = Waiter.parked(settings, false, now, tryDeadline(engine, now));
    Asked asked = request(engine, waiter);
    Outcome outcome = awaitUninterruptibly(engine, asked, waiter); // one answer of the store away
    awaitLeaving(engine, asked, waiter, outcome);
    tell(engine, waiter, outcome);
    return optional(outcome);
  }

  private Outcome awaitUninterruptibly(Engine engine, Asked asked, Waiter waiter) {
    lookFor(waiter);
    boolean interrupted = false;
    Outcome outcome = waiter.outcome();
    while (outcome == null) {
      park(engine, asked, waiter);
      interrupted |= Thread.interrupted();
      outcome = waiter.outcome();
    }
    if (interrupted) {
      Thread.currentThread().interrupt();
    }
    return outcome;
  }

  /** A store's answer is waited for asleep: it takes longer, and the processors are the user's. */
  private static void lookFor(Waiter waiter) {
    if (waiter.mayBeLentSoon()) {
      Parking.lookFor(waiter::isDecided);
    }
  }

  /** Parks, not beyond the waiter's deadline: the thread sees to that itself. */
  private void park(Engine engine, Asked asked, Waiter waiter) {
    long left = waiter.isTimed() ? waiter.deadline - engine.now() : Timers.NEVER;
    if (left <= 0) {
      asked.late(engine, waiter);
      left = AGAIN_NANOS;
    }
    if (!waiter.isDecided()) {
      Parking.park(this, left);
    }
  }

  @Override
  public Optional<Lease> tryAcquire(Duration timeout) throws InterruptedException {
    return optional(request(timeout));
  }

  @Override
  public CompletableFuture<Lease> acquireAsync() {
    return requestAsync(engines.get(), Timers.NEVER, Outcome::lease);
  }

  @Override
  public CompletableFuture<Optional<Lease>> tryAcquireAsync(Duration timeout) {
    long waitNanos = waitNanos(timeout);
    return requestAsync(engines.get(), waitNanos, this::optional);
  }

  /** A bounded wait, or a mere try if there is nothing to wait for. */
  private Outcome request(Duration timeout) throws InterruptedException {
    long waitNanos = waitNanos(timeout);
    return awaitInterruptibly(engines.get(), waitNanos);
  }

  private Outcome awaitInterruptibly(Engine engine, long waitNanos) throws InterruptedException {
    if (Thread.interrupted()) {
      throw new InterruptedException("interrupted before asking for '" + name() + "'");
    }
    long now = engine.now();
    Waiter waiter = Waiter.parked(settings, waitNanos > 0, now, deadline(engine, now, waitNanos));
    Asked asked = request(engine, waiter);
    lookFor(waiter);
    Outcome outcome = waiter.outcome();
    while (outcome == null) {
      park(engine, asked, waiter);
      if (Thread.interrupted()) {
        takeBack(engine, asked, waiter);
        tellInterrupted(engine, waiter);
        throw new InterruptedException("interrupted while waiting for '" + name() + "'");
      }
      outcome = waiter.outcome();
    }
    awaitLeaving(engine, asked, waiter, outcome);
    tell(engine, waiter, outcome);
    return outcome;
  }

  /**
   * A caller that was not granted goes on, in the usual case, when nothing is left of the request.
   */
  private static void awaitLeaving(Engine engine, Asked asked, Waiter waiter, Outcome outcome) {
    if (outcome instanceof Outcome.NotGranted) {
      Parking.await(asked.leaving(engine, waiter), LEAVING_NANOS);
    }
  }

  private static void takeBack(Engine engine, Asked asked, Waiter waiter) {
    CompletableFuture<Void> left = asked.cancel(engine, waiter);
    Outcome outcome = waiter.outcome();
    if (outcome instanceof Outcome.Granted granted) {
      // Not release(), which waits for as long as a request to the store may take.
      Parking.await(granted.lease().releaseAsync(), LEAVING_NANOS);
    } else {
      Parking.await(left, LEAVING_NANOS);
    }
  }

  private <T> CompletableFuture<T> requestAsync(
      Engine engine, long waitNanos, Function<Outcome, T> result) {
    long now = engine.now();
    LeaseFuture<T> future = new LeaseFuture<>(result);
    AtomicReference<@Nullable Waiter> made = new AtomicReference<>();
    Waiter waiter =
        Waiter.async(
            settings,
            waitNanos > 0,
            now,
            deadline(engine, now, waitNanos),
            outcome ->
                engine.notifications().run(() -> settle(engine, future, made.get(), outcome)));
    made.set(waiter); // before there can be an outcome
    Asked asked = request(engine, waiter);
    future.whenAbandoned(
        () -> {
          CompletableFuture<Void> unused = asked.cancel(engine, waiter);
        });
    return future;
  }

  /** For how long a request waits; 0 for one that only tries. */
  private static long waitNanos(Duration timeout) {
    Objects.requireNonNull(timeout, "the timeout is missing (null); acquire() waits without one");
    return timeout.isNegative() ? 0 : Durations.clamp(timeout).toNanos();
  }

  /** Tries for permits ask one after the other, and none for longer than one request may. */
  final long tryDeadline(Engine engine, long now) {
    return settings.isCounted() ? now + engine.requestTimeoutNanos() : Timers.NEVER;
  }

  /** When a request of this instant is over: the time that it waited is counted from there, too. */
  private long deadline(Engine engine, long now, long waitNanos) {
    if (waitNanos == 0) {
      return tryDeadline(engine, now);
    }
    return waitNanos == Timers.NEVER ? Timers.NEVER : now + waitNanos;
  }

  private Optional<Lease> optional(Outcome outcome) {
    if (outcome instanceof Outcome.NotGranted) {
      return Optional.empty();
    }
    return Optional.of(outcome.lease());
  }
}
