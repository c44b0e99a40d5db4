package dev.holdfast.etcd;

import java.util.concurrent.TimeUnit;
import java.util.function.LongSupplier;

/** What stamps are made with: this machine's wall clock, as etcd does not tell the time. */
final class WallTicker {
  private final LongSupplier millis;

  WallTicker() {
    this(System::currentTimeMillis);
  }

  /** Another clock, for tests. */
  WallTicker(LongSupplier millis) {
    this.millis = millis;
  }

  long micros() {
    return TimeUnit.MILLISECONDS.toMicros(millis.getAsLong());
  }
}
