package dev.holdfast.spi;

import java.time.Duration;

/** The clocks of a real checkup. */
final class ExaminationTicker {
  private ExaminationTicker() {}

  static Examination examination(String namespace, Duration lease) {
    return new Examination(namespace, lease, System::nanoTime, System::currentTimeMillis);
  }
}
