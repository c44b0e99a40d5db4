package dev.holdfast.spi;

import java.time.Duration;

/**
 * The pauses before something that failed is tried again: twice as long after each failure in a
 * row, up to a longest. The caller counts the failures, and adds a random part where many clients
 * would come at one time. Immutable.
 */
public final class Backoff {
  private final long firstNanos;
  private final long longestNanos;

  /**
   * Pauses from the first to the longest.
   *
   * @throws IllegalArgumentException if the first is not positive, or longer than the longest
   */
  public Backoff(Duration first, Duration longest) {
    if (first.isZero() || first.isNegative() || first.compareTo(longest) > 0) {
      throw new IllegalArgumentException(
          "a back-off from " + first + " to " + longest + " is none: the first must be positive");
    }
    this.firstNanos = first.toNanos();
    this.longestNanos = longest.toNanos();
  }

  /**
   * The pause after a failure.
   *
   * @param before how many failures in a row came before it
   */
  public long nanos(int before) {
    boolean fits = before >= 0 && before < Long.numberOfLeadingZeros(firstNanos);
    return fits ? Math.min(firstNanos << before, longestNanos) : longestNanos;
  }
}
