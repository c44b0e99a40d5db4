package dev.holdfast.tck;

import dev.holdfast.spi.Mode;

/** A hold of a {@link TwinName}. */
final class TwinHold {
  final String attempt;
  int permits;
  Mode mode;
  long stamp;
  long expiry;
  boolean kept;
  boolean told;

  TwinHold(String attempt, Mode mode, int permits, long stamp, long expiry) {
    this.attempt = attempt;
    this.mode = mode;
    this.permits = permits;
    this.stamp = stamp;
    this.expiry = expiry;
  }

  boolean isOf(String other) {
    return attempt.equals(other) && !kept;
  }
}
