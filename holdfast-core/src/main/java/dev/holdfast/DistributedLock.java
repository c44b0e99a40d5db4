package dev.holdfast;

import java.time.Duration;
import java.util.Objects;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.locks.Lock;

/**
 * A named lock shared by all clients of a store. Of a mutex, and of the write side of a {@link
 * DistributedReadWriteLock}, at most one live lease exists at a time.
 *
 * <p>The object is immutable, cheap and shareable: make one whenever you need it. It knows nothing
 * of threads and is not reentrant (a second {@code acquire()} waits for the first lease's end, even
 * if the same thread calls it); {@link #asLock()} is. Waiting is first come, first served between
 * clients.
 *
 * <p>{@link StoreException} is thrown when the store refuses or cannot be reached. Every call
 * throws it at once if asking again cannot help. Otherwise a try throws it at once, a timed acquire
 * at its deadline, and an untimed one after the client's patience. If the store has merely not
 * answered by the deadline of a timed acquire, that call ends like any other timeout.
 *
 * <p>A wait that ends without a lease, by its time or by an interrupt, leaves nothing behind: the
 * caller waits up to a tenth of a second longer until the store has taken the request back, and a
 * store that is slower does so in the background.
 */
public interface DistributedLock extends Lockable {
  /** What is locked. */
  String name();

  /** How it is locked. */
  LockOptions options();

  /**
   * The same lock with a note on its requests and holds, for people who look at it: which method it
   * is, a trace id. {@link Holdfast#inspect} shows it with the {@linkplain Owner#note() owner}. It
   * is no part of the lock: callers with different notes exclude each other, and are lent each
   * other's holds. A hold that is lent keeps the note with which the store granted it. It costs no
   * request to the store.
   *
   * @param note up to 256 UTF-8 bytes; empty for none
   * @throws IllegalArgumentException if it is longer
   */
  DistributedLock withNote(String note);

  /**
   * Waits for the lock for as long as it takes.
   *
   * @throws StoreException if the store could not be reached for longer than {@link
   *     LockOptions#patience}
   */
  @CheckReturnValue
  Lease acquire() throws InterruptedException;

  /**
   * Waits for the lock at most this long, connecting, queueing and retrying included. Zero or less
   * means: do not wait.
   *
   * @throws LockTimeoutException if it was not granted in time; it names the holder
   */
  @CheckReturnValue
  Lease acquire(Duration timeout) throws InterruptedException;

  /** {@link #acquire()} that an interrupt does not end; the interrupt flag is restored. */
  @CheckReturnValue
  Lease acquireUninterruptibly();

  /** Takes the lock if it is free now; does not wait for a holder. */
  @CheckReturnValue
  Optional<Lease> tryAcquire();

  /** Waits for the lock at most this long; zero or less means: do not wait. */
  @CheckReturnValue
  Optional<Lease> tryAcquire(Duration timeout) throws InterruptedException;

  /**
   * {@link #acquire()} without a thread that waits. Cancelling the returned future itself (not a
   * stage derived from it) leaves the queue; if the future was completed by other means, the lease
   * that comes too late for it is released. The future completes on the callback executor.
   */
  @CheckReturnValue
  CompletableFuture<Lease> acquireAsync();

  /** {@link #tryAcquire(Duration)} without a thread that waits; see {@link #acquireAsync()}. */
  @CheckReturnValue
  CompletableFuture<Optional<Lease>> tryAcquireAsync(Duration timeout);

  /**
   * Runs the action under the lock if it is free now.
   *
   * @return whether it ran
   * @throws LeaseLostException if the lease was lost before the action ended (suppressed under an
   *     exception of the action)
   */
  default <X extends Exception> boolean tryRun(LeaseAction<X> action) throws X {
    Optional<Lease> taken = tryAcquire();
    if (taken.isEmpty()) {
      return false;
    }
    try (Lease lease = taken.get()) {
      action.run(lease);
    }
    return true;
  }

  /**
   * Waits for the lock at most this long, and runs the action under it; zero or less means: do not
   * wait.
   *
   * @return whether it ran
   * @throws LeaseLostException as in {@link #tryRun(LeaseAction)}
   */
  default <X extends Exception> boolean tryRun(Duration timeout, LeaseAction<X> action)
      throws X, InterruptedException {
    Optional<Lease> taken = tryAcquire(timeout);
    if (taken.isEmpty()) {
      return false;
    }
    try (Lease lease = taken.get()) {
      action.run(lease);
    }
    return true;
  }

  /**
   * Calls the function under the lock if it is free now.
   *
   * @param function returns something other than null, which would look as if it had not run
   * @return what it returned; empty if it did not run
   * @throws LeaseLostException as in {@link #tryRun(LeaseAction)}
   */
  default <T, X extends Exception> Optional<T> tryCall(LeaseFunction<T, X> function) throws X {
    Optional<Lease> taken = tryAcquire();
    return taken.isEmpty() ? Optional.empty() : Optional.of(call(taken.get(), function));
  }

  /**
   * Waits for the lock at most this long, and calls the function under it; see {@link
   * #tryCall(LeaseFunction)}.
   */
  default <T, X extends Exception> Optional<T> tryCall(
      Duration timeout, LeaseFunction<T, X> function) throws X, InterruptedException {
    Optional<Lease> taken = tryAcquire(timeout);
    return taken.isEmpty() ? Optional.empty() : Optional.of(call(taken.get(), function));
  }

  /** Waits for the lock, runs the action, releases; see {@link #tryRun(LeaseAction)} for losses. */
  default <X extends Exception> void run(LeaseAction<X> action) throws X, InterruptedException {
    try (Lease lease = acquire()) {
      action.run(lease);
    }
  }

  /**
   * Waits for the lock, calls the function, releases; see {@link #tryRun(LeaseAction)} for losses.
   */
  default <T, X extends Exception> T call(LeaseFunction<T, X> function)
      throws X, InterruptedException {
    try (Lease lease = acquire()) {
      return function.call(lease);
    }
  }

  private static <T, X extends Exception> T call(Lease taken, LeaseFunction<T, X> function)
      throws X {
    try (Lease lease = taken) {
      return Objects.requireNonNull(function.call(lease), "the function returned null");
    }
  }

  /**
   * Views this lock as a {@link Lock}, reentrant per thread: a nested lock costs no store call and
   * is counted over all views of the same name and client. {@code unlock()} throws {@link
   * IllegalMonitorStateException} in a thread that does not hold it. Conditions are not supported.
   *
   * <p>After a loss each way to lock throws {@link LeaseLostException} in the thread that had
   * locked, until it has unlocked once, which throws that too. From then on it may lock anew. The
   * unlocks that it still owes for its earlier locks throw {@code LeaseLostException}, and release
   * nothing that it has locked since: an unlock belongs to the latest lock that is not unlocked
   * yet.
   */
  @Override
  HeldLock asLock();
}
