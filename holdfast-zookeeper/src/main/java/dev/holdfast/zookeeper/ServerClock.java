package dev.holdfast.zookeeper;

import dev.holdfast.consensus.SessionTicker;
import java.util.concurrent.TimeUnit;

/**
 * The leader's clock, as far as a client knows it: the time of the last answered write, and what
 * has passed here since it was answered. It lags by no more than half a round trip, and follows
 * when the leader's clock is stepped. Thread-safe.
 */
class ServerClock {
  private final SessionTicker ticker;
  private volatile Reading last;

  ServerClock(SessionTicker ticker) {
    this.ticker = ticker;
    this.last = new Reading(0, ticker.nanos());
  }

  /** Takes in the time that the leader gave to a write which was answered just now. */
  void heard(long serverMillis) {
    last = new Reading(serverMillis, ticker.nanos());
  }

  long micros() {
    Reading reading = last;
    return TimeUnit.MILLISECONDS.toMicros(reading.serverMillis)
        + TimeUnit.NANOSECONDS.toMicros(ticker.nanos() - reading.atNanos);
  }

  long millis() {
    return TimeUnit.MICROSECONDS.toMillis(micros());
  }

  private record Reading(long serverMillis, long atNanos) {}
}
