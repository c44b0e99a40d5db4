package dev.holdfast.internal.runtime;

import static java.util.concurrent.TimeUnit.MILLISECONDS;

import dev.holdfast.spi.EngineHost;
import java.util.concurrent.atomic.AtomicLong;

/** When the names of a client are to be looked at next; the alarm rings then. Thread-safe. */
public final class NextTick {
  /** After what should not have been thrown: soon, and no storm of messages in the log. */
  public static final long AGAIN_NANOS = MILLISECONDS.toNanos(100);

  private final EngineHost host;
  private final AtomicLong due = new AtomicLong(Timers.NEVER);

  public NextTick(EngineHost host) {
    this.host = host;
  }

  /** Something of a name is due at this instant. */
  public void wakeBy(long nanos) {
    if (nanos < due.get()) { // written seldom: all threads read it
      due.accumulateAndGet(nanos, Math::min);
    }
    host.alarm(nanos);
  }

  /** When the names are to be looked at. */
  public long at() {
    return due.get();
  }

  /** Notes when the names are to be looked at, whatever was known. */
  public void set(long nanos) {
    due.set(nanos);
  }
}
