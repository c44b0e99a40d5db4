package dev.holdfast.spring.boot;

import java.time.Instant;

/** This machine's clocks, for what people read. */
final class SystemTicker {
  private SystemTicker() {}

  static long nanos() {
    return System.nanoTime();
  }

  static Instant now() {
    return Instant.now();
  }
}
