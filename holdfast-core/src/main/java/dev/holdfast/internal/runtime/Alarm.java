package dev.holdfast.internal.runtime;

import dev.holdfast.spi.DaemonThreads;
import dev.holdfast.spi.SuspendAwareClock;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.locks.LockSupport;

/** A thread that ticks at the earliest instant it was asked for, and sleeps otherwise. */
public final class Alarm {
  private static final long PAUSE_NANOS = 100_000_000L;

  private final SuspendAwareClock ticker;
  private final Thread thread;
  private final AtomicLong next = new AtomicLong(Timers.NEVER);
  private volatile Runnable tick = () -> {};
  private volatile boolean ended;

  public Alarm(SuspendAwareClock ticker, String name) {
    this.ticker = ticker;
    this.thread = DaemonThreads.of(name, this::run);
  }

  public void begin(Runnable whatToDo) {
    tick = whatToDo;
    thread.start();
  }

  public void set(long atNanos) {
    long known = next.get();
    while (atNanos < known) {
      if (next.compareAndSet(known, atNanos)) {
        LockSupport.unpark(thread);
        return;
      }
      known = next.get();
    }
  }

  public void end() {
    ended = true;
    LockSupport.unpark(thread);
  }

  /** Until it is ended, whatever is thrown: leases depend on this thread. */
  private void run() {
    while (!ended) {
      try {
        tickWhenDue();
      } catch (Throwable thrown) {
        Isolated.note("a tick failed; the next one follows", thrown);
        tickAgainSoon();
      }
    }
  }

  private void tickWhenDue() {
    long wait = next.get() - ticker.nanos();
    if (wait > 0) {
      // Suspended time does not count for parking, so a long sleep is taken in steps: a machine
      // that wakes up must notice soon that its leases are over.
      LockSupport.parkNanos(this, Math.min(wait, 1_000_000_000L));
    } else {
      next.set(Timers.NEVER);
      tick.run();
    }
  }

  private void tickAgainSoon() {
    try {
      set(ticker.nanos() + PAUSE_NANOS);
    } catch (Throwable noClock) {
      next.set(Long.MIN_VALUE); // as soon as the clock can be read again
      LockSupport.parkNanos(this, PAUSE_NANOS);
    }
  }
}
