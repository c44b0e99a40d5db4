package dev.holdfast.etcd;

import java.util.concurrent.TimeUnit;

/** What stamps are made with: this machine's wall clock, as etcd tells nobody the time. */
final class WallTicker {
  long micros() {
    return TimeUnit.MILLISECONDS.toMicros(System.currentTimeMillis());
  }
}
