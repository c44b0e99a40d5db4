package dev.holdfast.spring.integration;

import dev.holdfast.Holdfast;
import dev.holdfast.Lease;
import dev.holdfast.LockOptions;
import java.time.Duration;
import java.util.Objects;
import org.springframework.integration.support.locks.DistributedLock;
import org.springframework.integration.support.locks.ExpirableLockRegistry;
import org.springframework.integration.support.locks.RenewableLockRegistry;

/**
 * A lock registry over a client of Holdfast, for aggregators, resequencers, file writers and all
 * else in Spring Integration 7 that takes one.
 *
 * <pre>{@code
 * @Bean
 * LockRegistry<?> locks(Holdfast holdfast) {
 *   return new HoldfastLockRegistry(holdfast, "orders");
 * }
 * }</pre>
 *
 * <p>The lock of a key is the mutex {@code registryKey:key} in the client's namespace, as its
 * {@linkplain dev.holdfast.DistributedLock#asLock() view}: reentrant per thread, and renewed in the
 * background until it is unlocked, so that no time to live needs to be guessed. A process that dies
 * frees its keys when the lease is over, 30 seconds unless the options say otherwise.
 *
 * <p>After a loss {@code unlock()}, and each nested lock before that, throw {@link
 * dev.holdfast.LeaseLostException}; then the thread may lock again. A store that refuses or does
 * not answer is a {@link dev.holdfast.StoreException}; {@code tryLock} never answers false for it.
 *
 * <p>Thread-safe. It keeps nothing for keys that no thread holds, and does not close the client.
 */
public final class HoldfastLockRegistry
    implements ExpirableLockRegistry<DistributedLock>, RenewableLockRegistry<DistributedLock> {
  private final Holdfast holdfast;
  private final String registryKey;
  private final LockOptions options;

  /**
   * A registry with the client's options.
   *
   * @param registryKey keeps the keys of registries apart; registries of the same one share keys
   */
  public HoldfastLockRegistry(Holdfast holdfast, String registryKey) {
    this(holdfast, registryKey, holdfast.mutex(registryKey).options());
  }

  /** A registry whose locks have these options. */
  public HoldfastLockRegistry(Holdfast holdfast, String registryKey, LockOptions options) {
    this.holdfast = Objects.requireNonNull(holdfast, "holdfast");
    this.registryKey = Objects.requireNonNull(registryKey, "registryKey");
    this.options = Objects.requireNonNull(options, "options");
  }

  /**
   * The lock of this key. It is cheap, and need not be kept.
   *
   * @param lockKey a string; at most 512 bytes together with the registry's key
   * @throws IllegalArgumentException if it is no string, since other objects may have another text
   *     in each process; or if it is too long
   */
  @Override
  public DistributedLock obtain(Object lockKey) {
    return lock(lockKey);
  }

  private RegistryLock lock(Object lockKey) {
    if (!(lockKey instanceof String key)) {
      throw new IllegalArgumentException(
          "asked for the lock of a "
              + (lockKey == null ? "null" : lockKey.getClass().getName())
              + ", but a key that all processes share has to be a string; make one of it");
    }
    return new RegistryLock(holdfast, registryKey + ":" + key, options);
  }

  /** Does nothing: nothing is kept for a lock that is not held. */
  @Override
  public void expireUnusedOlderThan(long age) {}

  /**
   * Makes sure that the current thread still holds this key. The lease is renewed in the background
   * anyway, as if a renewal scheduler had been set.
   *
   * @throws IllegalStateException if this thread does not hold it now
   */
  @Override
  public void renewLock(Object lockKey) {
    Lease held = lock(lockKey).mine();
    held.ensure(Duration.ZERO);
  }

  /**
   * Lets the lease last for this time from now on, longer or shorter; it is renewed with that time
   * until it is unlocked. See {@link Lease#extend(Duration)}.
   *
   * @throws IllegalStateException if this thread does not hold it now
   * @throws IllegalArgumentException if the lease cannot last for so long; it is held as before
   * @throws dev.holdfast.LeaseLostException if the lease is lost meanwhile
   * @throws dev.holdfast.StoreException if the store did not answer
   */
  @Override
  public void renewLock(Object lockKey, Duration ttl) {
    lock(lockKey).mine().extend(ttl);
  }
}
