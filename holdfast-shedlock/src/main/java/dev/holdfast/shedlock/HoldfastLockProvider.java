package dev.holdfast.shedlock;

import dev.holdfast.Holdfast;
import dev.holdfast.LockOptions;
import java.time.Duration;
import java.util.Objects;
import java.util.Optional;
import net.javacrumbs.shedlock.core.ExtensibleLockProvider;
import net.javacrumbs.shedlock.core.LockConfiguration;
import net.javacrumbs.shedlock.core.SimpleLock;

/**
 * ShedLock's locks over a client of Holdfast, for ShedLock 7.9 and later.
 *
 * <pre>{@code
 * @Bean
 * LockProvider lockProvider(Holdfast holdfast) {
 *   return new HoldfastLockProvider(holdfast).renewing();
 * }
 * }</pre>
 *
 * <p>A lock has the name that ShedLock gives it, within the client's namespace; a mutex of that
 * name is the same lock. All times count from the grant, by the store's clock: the clocks of the
 * machines do not matter.
 *
 * <ul>
 *   <li>{@code lockAtMostFor} is the lease, which is not renewed: 1 ms to 365 days. A task whose
 *       process died keeps its name for that long. See {@link #renewing()}.
 *   <li>{@code lockAtLeastFor} is how long the name stays taken, whatever happens: 0 to 365 days.
 *   <li>{@code unlock()} gives the name back. After the end of {@code lockAtMostFor} it does
 *       nothing: the name may be another task's by then.
 *   <li>{@code extend} gives the lease new times from now on, up to ten times the first {@code
 *       lockAtMostFor} and a minute. It answers empty if the lock is lost. Renewed locks throw
 *       {@link UnsupportedOperationException} at it, as they need no extension.
 * </ul>
 *
 * <p>Immutable and thread-safe. It does not close the client.
 */
public final class HoldfastLockProvider implements ExtensibleLockProvider {
  private static final Duration RENEWED_LEASE = Duration.ofSeconds(30);

  private final Holdfast holdfast;
  private final Optional<Duration> renewed;

  /** Locks that last for {@code lockAtMostFor} and are not renewed. */
  public HoldfastLockProvider(Holdfast holdfast) {
    this(holdfast, Optional.empty());
  }

  private HoldfastLockProvider(Holdfast holdfast, Optional<Duration> renewed) {
    this.holdfast = Objects.requireNonNull(holdfast, "holdfast");
    this.renewed = renewed;
  }

  /**
   * A provider of the same client whose locks are renewed while their process lives: leases of 30
   * seconds, renewed for {@code lockAtMostFor} at most, which may be 1 ms to 365 days. A task whose
   * process died keeps its name for 30 seconds (or for {@code lockAtMostFor} or {@code
   * lockAtLeastFor}, where that is shorter or longer).
   */
  public HoldfastLockProvider renewing() {
    return renewing(RENEWED_LEASE);
  }

  /** The same with another lease, for tests. */
  HoldfastLockProvider renewing(Duration lease) {
    return new HoldfastLockProvider(holdfast, Optional.of(lease));
  }

  /**
   * Takes the lock if it is free now.
   *
   * @return the lock; empty if another task has it, or had it less than its {@code lockAtLeastFor}
   *     ago
   * @throws dev.holdfast.StoreException if the store refuses or does not answer; whether the name
   *     is free is not known then, so the task must not run
   * @throws IllegalArgumentException if the name has more than 512 bytes, or {@code lockAtMostFor}
   *     or {@code lockAtLeastFor} is beyond its bounds
   */
  @Override
  public Optional<SimpleLock> lock(LockConfiguration configuration) {
    LockOptions options = LockAttributes.options(configuration, renewed, clientOptions());
    return holdfast
        .mutex(configuration.getName(), options)
        .tryAcquire()
        .map(lease -> new LeasedLock(configuration, lease, renewed.isPresent()));
  }

  private LockOptions clientOptions() {
    return holdfast.mutex("options").options();
  }
}
