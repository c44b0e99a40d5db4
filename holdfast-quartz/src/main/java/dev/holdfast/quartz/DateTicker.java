package dev.holdfast.quartz;

import java.time.Duration;
import java.time.Instant;
import java.util.Date;

/** The time of day, by which Quartz fires. */
final class DateTicker {
  private DateTicker() {}

  /** How long ago this was; negative if it is to come. */
  static Duration since(Date then) {
    return Duration.between(then.toInstant(), Instant.now());
  }
}
