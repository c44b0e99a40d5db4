package dev.holdfast.consensus;

import dev.holdfast.spi.SuspendAwareClock;
import java.util.function.LongSupplier;

/**
 * The time by which sessions are certain: what the machine was suspended for counts as passed. All
 * of a process share one clock, since an instant goes from a client's verbs to its session.
 */
public final class SessionTicker {
  private static final SuspendAwareClock SHARED = new SuspendAwareClock();

  private final LongSupplier clock;

  /** The machine's; one is as good as any other. */
  public SessionTicker() {
    this(SHARED::nanos);
  }

  /** Another clock, for tests. */
  public SessionTicker(LongSupplier clock) {
    this.clock = clock;
  }

  /** Of which only differences mean something. */
  public long nanos() {
    return clock.getAsLong();
  }
}
