package dev.holdfast.internal;

import java.util.concurrent.atomic.LongAdder;

/**
 * What a client has done since it was made. Thread-safe; a count costs no more than an addition.
 */
final class LeaseCounters {
  private final LongAdder granted = new LongAdder();
  private final LongAdder lent = new LongAdder();
  private final LongAdder lost = new LongAdder();

  /** A caller got a lease; {@code withoutRequest} if the store was not asked for it. */
  void granted(boolean withoutRequest) {
    granted.increment();
    if (withoutRequest) {
      lent.increment();
    }
  }

  void lost() {
    lost.increment();
  }

  long allGranted() {
    return granted.sum();
  }

  long allLent() {
    return lent.sum();
  }

  long allLost() {
    return lost.sum();
  }
}
