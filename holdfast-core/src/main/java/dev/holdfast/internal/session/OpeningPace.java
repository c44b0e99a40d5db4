package dev.holdfast.internal.session;

import static java.util.concurrent.TimeUnit.MILLISECONDS;

import dev.holdfast.spi.Backoff;
import dev.holdfast.spi.EngineHost;
import java.time.Duration;

/**
 * When a session that could not be opened is tried to be opened again, in the host's nanoseconds.
 * Guarded by the lock of its {@link BackgroundOpening}.
 */
public final class OpeningPace {
  private static final Backoff PAUSES = new Backoff(Duration.ofMillis(100), Duration.ofSeconds(5));

  /** So soon is the next try for a call that waits for it. */
  private static final long AWAITED_PAUSE_NANOS = MILLISECONDS.toNanos(500);

  /** A refusal seldom passes, and a wrong password that is tried often can lock an account. */
  private static final Duration REFUSED_PAUSE = Duration.ofSeconds(30);

  private static final long REFUSED_PAUSE_NANOS = REFUSED_PAUSE.toNanos();

  /**
   * For so long calls are told of a refusal; a later one wants to know whether it has passed. It is
   * longer for each refusal in a row, up to the pause that there is without any call.
   */
  private static final Backoff REFUSALS = new Backoff(Duration.ofSeconds(2), REFUSED_PAUSE);

  private final EngineHost host;
  private int refusals; // in a row
  private int failures;
  private long endedAt;

  OpeningPace(EngineHost host) {
    this.host = host;
  }

  /** A try has failed; returns when the next one comes by itself. */
  long failed(boolean refused) {
    endedAt = host.nanos();
    refusals = refused ? refusals + 1 : 0;
    long unrefused = PAUSES.nanos(failures++);
    long pause = refused ? REFUSED_PAUSE_NANOS : unrefused;
    return endedAt + pause - host.random((int) Math.min(pause / 5, Integer.MAX_VALUE - 1) + 1);
  }

  /** Whether the last try was refused, and calls are told so. */
  boolean isRefused() {
    return refusals > 0 && host.nanos() - endedAt < refusalNanos();
  }

  private long refusalNanos() {
    return REFUSALS.nanos(refusals - 1);
  }

  /**
   * When the next try comes for a call that waits.
   *
   * @param awaited whether a call of the program waits, so that even one that was refused comes
   *     soon
   */
  long nextFor(boolean awaited) {
    if (refusals == 0) {
      return endedAt + AWAITED_PAUSE_NANOS;
    }
    return endedAt + (awaited ? refusalNanos() : REFUSED_PAUSE_NANOS);
  }
}
