package dev.holdfast.spi;

import java.time.Duration;

/** The clocks of a real checkup. */
final class CheckupTicker {
  private CheckupTicker() {}

  static Checkup checkup(String namespace, Duration lease) {
    return new Checkup(namespace, lease, System::nanoTime, System::currentTimeMillis);
  }
}
