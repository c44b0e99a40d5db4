package dev.holdfast.internal;

import dev.holdfast.DistributedLock;
import dev.holdfast.Lease;
import dev.holdfast.LockOptions;
import dev.holdfast.LockTimeoutException;
import dev.holdfast.Owner;
import dev.holdfast.internal.Waiter.Outcome;
import java.time.Duration;
import java.util.Objects;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.locks.Lock;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * A lock of one mode, or so many permits of a semaphore: turns users' calls into requests to the
 * line, and parks on outcomes.
 */
final class NamedLock implements DistributedLock {
  // A request that was taken back leaves the queue in the background; its caller waits for so long,
  // so that in the usual case nothing is left when the caller goes on.
  private static final long LEAVING_NANOS = Duration.ofMillis(100).toNanos();

  private final String name;
  private final Terms terms;
  private final Engine engine;
  private final Reentrancy reentrancy;

  NamedLock(String name, Terms terms, Engine engine, Reentrancy reentrancy) {
    this.name = name;
    this.terms = terms;
    this.engine = engine;
    this.reentrancy = reentrancy;
  }

  @Override
  public String name() {
    return name;
  }

  Terms terms() {
    return terms;
  }

  /** Gives a lease of these shared terms for an exclusive one. */
  HeldLease downgrade(HeldLease lease, Terms shared) {
    HeldLease made = engine.downgrade(lease.state(), shared);
    if (made == null) {
      lease.failUnlessHeld();
      throw Engine.closedError();
    }
    return made;
  }

  @Override
  public LockOptions options() {
    return terms.options;
  }

  @Override
  public Lease acquire() throws InterruptedException {
    return LeaseFuture.leaseOf(awaitInterruptibly(true, Terms.NEVER));
  }

  @Override
  public Lease acquire(Duration timeout) throws InterruptedException {
    Outcome outcome = request(timeout);
    if (outcome instanceof Outcome.NotGranted refused) {
      throw timeout(timeout, refused.holder());
    }
    return LeaseFuture.leaseOf(outcome);
  }

  @Override
  public Lease acquireUninterruptibly() {
    Waiter waiter = Waiter.parked(terms, true, engine.now(), Terms.NEVER);
    engine.enqueue(name, waiter);
    boolean interrupted = false;
    Outcome outcome = waiter.outcome();
    while (outcome == null) {
      Parking.park(this);
      interrupted |= Thread.interrupted();
      outcome = waiter.outcome();
    }
    if (interrupted) {
      Thread.currentThread().interrupt();
    }
    return LeaseFuture.leaseOf(outcome);
  }

  @Override
  public Optional<Lease> tryAcquire() {
    Waiter waiter = Waiter.parked(terms, false, engine.now(), tryDeadline());
    engine.enqueue(name, waiter);
    boolean interrupted = false;
    Outcome outcome = waiter.outcome();
    while (outcome == null) { // one answer of the store away
      Parking.park(this);
      interrupted |= Thread.interrupted();
      outcome = waiter.outcome();
    }
    if (interrupted) {
      Thread.currentThread().interrupt();
    }
    return optional(outcome);
  }

  @Override
  public Optional<Lease> tryAcquire(Duration timeout) throws InterruptedException {
    return optional(request(timeout));
  }

  @Override
  public CompletableFuture<Lease> acquireAsync() {
    return requestAsync(true, Terms.NEVER, LeaseFuture::leaseOf);
  }

  @Override
  public CompletableFuture<Optional<Lease>> tryAcquireAsync(Duration timeout) {
    boolean waits = waits(timeout);
    return requestAsync(waits, waits ? deadline(timeout) : tryDeadline(), NamedLock::optional);
  }

  @Override
  public Lock asLock() {
    return new LockView(this, reentrancy);
  }

  /** A bounded wait, or a mere try if there is nothing to wait for. */
  private Outcome request(Duration timeout) throws InterruptedException {
    boolean waits = waits(timeout);
    Outcome outcome = awaitInterruptibly(waits, waits ? deadline(timeout) : tryDeadline());
    if (waits && outcome instanceof Outcome.NotGranted) {
      Parking.await(engine.leaving(name, terms), LEAVING_NANOS);
    }
    return outcome;
  }

  private Outcome awaitInterruptibly(boolean waits, long deadline) throws InterruptedException {
    if (Thread.interrupted()) {
      throw new InterruptedException("interrupted before asking for '" + name + "'");
    }
    Waiter waiter = Waiter.parked(terms, waits, engine.now(), deadline);
    engine.enqueue(name, waiter);
    Outcome outcome = waiter.outcome();
    while (outcome == null) {
      Parking.park(this);
      if (Thread.interrupted()) {
        takeBack(waiter);
        throw new InterruptedException("interrupted while waiting for '" + name + "'");
      }
      outcome = waiter.outcome();
    }
    return outcome;
  }

  private void takeBack(Waiter waiter) {
    CompletableFuture<Void> left = engine.cancel(name, waiter);
    Outcome outcome = waiter.outcome();
    if (outcome instanceof Outcome.Granted granted) {
      // Not release(), which waits for as long as a request to the store may take.
      Parking.await(granted.lease().releaseAsync(), LEAVING_NANOS);
    } else {
      Parking.await(left, LEAVING_NANOS);
    }
  }

  private <T> CompletableFuture<T> requestAsync(
      boolean waits, long deadline, Function<Outcome, T> result) {
    LeaseFuture<T> future = new LeaseFuture<>(result);
    Waiter waiter = Waiter.async(terms, waits, engine.now(), deadline, future);
    future.whenAbandoned(
        () -> {
          CompletableFuture<Void> unused = engine.cancel(name, waiter);
        });
    engine.enqueue(name, waiter);
    return future;
  }

  private static boolean waits(Duration timeout) {
    Objects.requireNonNull(timeout, "the timeout is missing (null); acquire() waits without one");
    return !timeout.isZero() && !timeout.isNegative();
  }

  /**
   * Those who try for permits ask one after the other, and none for longer than one request may.
   */
  private long tryDeadline() {
    return terms.isCounted() ? engine.now() + engine.requestTimeoutNanos() : Terms.NEVER;
  }

  /** When this timeout is over. */
  private long deadline(Duration timeout) {
    return engine.now() + Durations.clamp(timeout).toNanos();
  }

  private LockTimeoutException timeout(Duration timeout, @Nullable String holder) {
    return new LockTimeoutException(name, timeout, holder == null ? null : Owner.parse(holder));
  }

  private static Optional<Lease> optional(Outcome outcome) {
    return outcome instanceof Outcome.NotGranted
        ? Optional.empty()
        : Optional.of(LeaseFuture.leaseOf(outcome));
  }

  @Override
  public String toString() {
    return switch (terms.mode) {
      case EXCLUSIVE -> "Mutex[" + name + "]";
      case SHARED -> "ReadLock[" + name + "]";
      case COUNTED -> "Permits[" + terms.permits + " of " + terms.size + " of " + name + "]";
    };
  }
}
