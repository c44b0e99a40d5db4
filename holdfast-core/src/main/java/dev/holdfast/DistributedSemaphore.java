package dev.holdfast;

import java.time.Duration;
import java.util.Optional;

/**
 * A named number of permits, shared by all clients of a store. To take permits is to get a lease of
 * them, which is like any other: it has a token, is renewed until it is released, and is lost with
 * its client. Other clients get the permits then.
 *
 * <p>Waiting is first come, first served between clients, without overtaking. So a large request is
 * never starved by small ones: a request that comes later waits behind it, even if there are
 * permits left.
 *
 * <p><b>The size</b> is from 1 to 1,073,741,823 permits and is stated by the programs. While
 * permits are held or waited for, the store knows it; a program that states another then, or uses
 * the name as a lock, gets an {@link IllegalStateException} that names both. When no permit is held
 * or waited for, the next request states the size anew. {@link #resize} changes it meanwhile.
 *
 * <p><b>Tokens</b> tell leases apart: no two of a name have the same one. What the store grants has
 * a greater token than all before it; permits that a client passes on to its own next waiter keep
 * to the order of their hold. Several leases are valid at a time, so a resource that admits only
 * the greatest token would refuse the others: let each holder's work have a mark of its own.
 *
 * <p>Immutable, cheap, shareable and thread-safe, like {@link DistributedLock}.
 */
public interface DistributedSemaphore {
  /** What the permits are for. */
  String name();

  /** How many permits there are, as this program states it. */
  int size();

  /**
   * The lock that takes this number of permits at once, all or none of them, and gives them back
   * together. It has every way of acquiring that a lock has. It is another one for each number;
   * {@link DistributedLock#asLock()} counts a nested lock of the same number without taking more
   * permits.
   *
   * @throws IllegalArgumentException if it is not from 1 to {@link #size()}
   */
  DistributedLock taking(int permits);

  /** Waits for one permit for as long as it takes; see {@link DistributedLock#acquire()}. */
  @CheckReturnValue
  default Lease acquire() throws InterruptedException {
    return acquire(1);
  }

  /**
   * Waits for this number of permits for as long as it takes; see {@link
   * DistributedLock#acquire()}.
   */
  @CheckReturnValue
  default Lease acquire(int permits) throws InterruptedException {
    return taking(permits).acquire();
  }

  /**
   * Waits for this number of permits at most this long; see {@link
   * DistributedLock#acquire(Duration)}.
   *
   * @throws LockTimeoutException if they were not granted in time
   */
  @CheckReturnValue
  default Lease acquire(int permits, Duration timeout) throws InterruptedException {
    return taking(permits).acquire(timeout);
  }

  /** Takes one permit if there is one now and no request waits. */
  @CheckReturnValue
  default Optional<Lease> tryAcquire() {
    return tryAcquire(1);
  }

  /**
   * Takes this number of permits if there are as many now and no request waits. Tries that a client
   * makes at once ask the store one after the other, none for longer than one request may take: one
   * that would have to is not granted.
   */
  @CheckReturnValue
  default Optional<Lease> tryAcquire(int permits) {
    return taking(permits).tryAcquire();
  }

  /** Waits for this number of permits at most this long; zero or less means: do not wait. */
  @CheckReturnValue
  default Optional<Lease> tryAcquire(int permits, Duration timeout) throws InterruptedException {
    return taking(permits).tryAcquire(timeout);
  }

  /**
   * Gives the semaphore another size in the store, while its permits are held or waited for.
   * Holders keep their permits, even if these are more than the new size: no request is granted
   * until the holds leave room. Waiters keep their places, but a request that waits for more
   * permits than the new size fails. From then on programs must state the new size: this object
   * does not.
   *
   * @return whether it was held or waited for; if not, there was nothing to change
   * @throws StoreException if the store does not answer
   */
  boolean resize(int newSize);

  /**
   * Gives the semaphore a size that differs by this from the one that it has in the store now,
   * whatever size this object states; otherwise like {@link #resize}. Changes that several clients
   * make at once add up.
   *
   * @param difference negative for fewer permits
   * @return whether it was held or waited for; if not, there was nothing to change
   * @throws IllegalArgumentException if the new size is less than 1 or more than 1,073,741,823
   * @throws StoreException if the store does not answer; then the size may have been changed or
   *     not, and {@link Holdfast#inspect} says what it is
   */
  boolean resizeBy(int difference);
}
