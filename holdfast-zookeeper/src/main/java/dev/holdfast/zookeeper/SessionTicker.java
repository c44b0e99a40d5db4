package dev.holdfast.zookeeper;

/** Monotonic nanoseconds of this machine. */
final class SessionTicker {
  long nanos() {
    return System.nanoTime();
  }
}
