package dev.holdfast.internal.hold;

import java.util.concurrent.atomic.LongAdder;

/**
 * What a client has done since it was made. Thread-safe; a count costs no more than an addition.
 */
public final class LeaseCounters {
  private final LongAdder granted = new LongAdder();
  private final LongAdder lent = new LongAdder();
  private final LongAdder lost = new LongAdder();

  /** A caller got a lease; {@code withoutRequest} if the store was not asked for it. */
  public void granted(boolean withoutRequest) {
    granted.increment();
    if (withoutRequest) {
      lent.increment();
    }
  }

  public void lost() {
    lost.increment();
  }

  public long allGranted() {
    return granted.sum();
  }

  public long allLent() {
    return lent.sum();
  }

  public long allLost() {
    return lost.sum();
  }
}
