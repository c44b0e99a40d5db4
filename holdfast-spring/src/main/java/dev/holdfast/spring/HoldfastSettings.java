package dev.holdfast.spring;

import java.time.Duration;
import java.util.Objects;

/**
 * Settings of locked methods, as a bean. Immutable. Unless there is one, the {@link #defaults()}
 * hold.
 */
public final class HoldfastSettings {
  private static final HoldfastSettings DEFAULTS = new HoldfastSettings(Duration.ofSeconds(10));

  private final Duration lockedWait;

  private HoldfastSettings(Duration lockedWait) {
    this.lockedWait = notNegative("the wait of @Locked", lockedWait);
  }

  /** Ten seconds for a lock. */
  public static HoldfastSettings defaults() {
    return DEFAULTS;
  }

  /** How long a {@link Locked} method waits that does not say so itself. */
  public HoldfastSettings lockedWait(Duration wait) {
    return new HoldfastSettings(wait);
  }

  /** See {@link #lockedWait(Duration)}. */
  public Duration lockedWait() {
    return lockedWait;
  }

  private static Duration notNegative(String what, Duration value) {
    if (Objects.requireNonNull(value, what).isNegative()) {
      throw new IllegalArgumentException(what + " is negative: " + value);
    }
    return value;
  }

  @Override
  public String toString() {
    return "HoldfastSettings[lockedWait=" + lockedWait + "]";
  }
}
