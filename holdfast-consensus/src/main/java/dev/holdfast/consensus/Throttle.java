package dev.holdfast.consensus;

import java.util.concurrent.atomic.AtomicLong;

/** Says of something that is done in passing when it is time to do it again. Thread-safe. */
public final class Throttle {
  private final SessionTicker ticker;
  private final long pauseNanos;
  private final AtomicLong next;

  /**
   * Something that is done this often.
   *
   * @param firstNanos after which it is done for the first time
   */
  public Throttle(SessionTicker ticker, long pauseNanos, long firstNanos) {
    this.ticker = ticker;
    this.pauseNanos = pauseNanos;
    this.next = new AtomicLong(ticker.nanos() + firstNanos);
  }

  /** The next time is this soon, or as soon as it was to be. */
  public void sooner(long nanos) {
    long now = ticker.nanos();
    long unused = next.accumulateAndGet(now + nanos, (a, b) -> a - b < 0 ? a : b);
  }

  /** Whether it is time; only one of many who ask at once is told so. */
  public boolean isDue() {
    long planned = next.get();
    long now = ticker.nanos();
    return now - planned >= 0 && next.compareAndSet(planned, now + pauseNanos);
  }
}
