package dev.holdfast;

import java.time.Duration;
import java.util.Optional;

/**
 * A named number of permits, shared by all clients of a store. Whoever takes some has a lease of
 * them, like any other: with a token, renewed until it is released, and lost with its client, whose
 * permits the others get then.
 *
 * <p>Waiting is first come, first served between clients, without overtaking: who asks for many
 * permits is not kept waiting for ever by those who ask for few, and who comes after it waits
 * behind it even if there are permits left.
 *
 * <p><b>The size</b> is stated by the programs. While permits are held or waited for, the store
 * knows it; a program that states another then, or uses the name as a lock, gets an {@link
 * IllegalStateException} that names both. When nobody holds or waits, the next who asks says anew.
 * {@link #resize} changes it meanwhile.
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
   * The lock that takes so many permits at once, all or none of them, and gives back all together:
   * every way of acquiring that there is. It is another one for each number; {@link
   * DistributedLock#asLock()} counts a nested lock of the same number without taking more permits.
   *
   * @throws IllegalArgumentException if it is not from 1 to {@link #size()}
   */
  DistributedLock taking(int permits);

  /** Waits for one permit for as long as it takes; see {@link DistributedLock#acquire()}. */
  @CheckReturnValue
  default Lease acquire() throws InterruptedException {
    return acquire(1);
  }

  /** Waits for so many permits for as long as it takes; see {@link DistributedLock#acquire()}. */
  @CheckReturnValue
  default Lease acquire(int permits) throws InterruptedException {
    return taking(permits).acquire();
  }

  /**
   * Waits for so many permits at most this long; see {@link DistributedLock#acquire(Duration)}.
   *
   * @throws LockTimeoutException if they were not granted in time
   */
  @CheckReturnValue
  default Lease acquire(int permits, Duration timeout) throws InterruptedException {
    return taking(permits).acquire(timeout);
  }

  /** Takes one permit if there is one now and nobody waits. */
  @CheckReturnValue
  default Optional<Lease> tryAcquire() {
    return tryAcquire(1);
  }

  /**
   * Takes so many permits if there are as many now and nobody waits. Tries that a client makes at
   * once ask the store one after the other, none for longer than one request may take: one that
   * would have to is not granted.
   */
  @CheckReturnValue
  default Optional<Lease> tryAcquire(int permits) {
    return taking(permits).tryAcquire();
  }

  /** Waits for so many permits at most this long; zero or less means: do not wait. */
  @CheckReturnValue
  default Optional<Lease> tryAcquire(int permits, Duration timeout) throws InterruptedException {
    return taking(permits).tryAcquire(timeout);
  }

  /**
   * Gives the semaphore another size in the store, while its permits are held or waited for. Those
   * who hold keep what they have, even if it is more than there are now: nobody is granted until
   * what is held leaves room. Those who wait keep their places, but who waits for more permits than
   * there are now fails. From then on programs must state the new size: this object does not.
   *
   * @return whether it was held or waited for; if not, there was nothing to change
   * @throws StoreException if the store does not answer
   */
  boolean resize(int newSize);
}
