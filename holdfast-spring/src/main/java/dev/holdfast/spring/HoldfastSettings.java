package dev.holdfast.spring;

import java.time.Duration;
import java.util.Objects;

/**
 * Settings of locked methods and of the shutdown, as a bean. Immutable. Unless there is one, the
 * {@link #defaults()} hold.
 */
public final class HoldfastSettings {
  private static final HoldfastSettings DEFAULTS =
      new HoldfastSettings(Duration.ofSeconds(10), Duration.ofSeconds(5));

  private final Duration lockedWait;
  private final Duration shutdownWait;

  private HoldfastSettings(Duration lockedWait, Duration shutdownWait) {
    this.lockedWait = notNegative("the wait of @Locked", lockedWait);
    this.shutdownWait = notNegative("the wait at shutdown", shutdownWait);
  }

  /** Ten seconds for a lock, five for the leases that are open at shutdown. */
  public static HoldfastSettings defaults() {
    return DEFAULTS;
  }

  /** How long a {@link Locked} method waits that does not say so itself. */
  public HoldfastSettings lockedWait(Duration wait) {
    return new HoldfastSettings(wait, shutdownWait);
  }

  /** How long the shutdown waits for leases that are still open, before it ends them. */
  public HoldfastSettings shutdownWait(Duration wait) {
    return new HoldfastSettings(lockedWait, wait);
  }

  /** See {@link #lockedWait(Duration)}. */
  public Duration lockedWait() {
    return lockedWait;
  }

  /** See {@link #shutdownWait(Duration)}. */
  public Duration shutdownWait() {
    return shutdownWait;
  }

  private static Duration notNegative(String what, Duration value) {
    if (Objects.requireNonNull(value, what).isNegative()) {
      throw new IllegalArgumentException(what + " is negative: " + value);
    }
    return value;
  }

  @Override
  public String toString() {
    return "HoldfastSettings[lockedWait=" + lockedWait + ", shutdownWait=" + shutdownWait + "]";
  }
}
