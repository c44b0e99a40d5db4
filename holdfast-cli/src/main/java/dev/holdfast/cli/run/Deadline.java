package dev.holdfast.cli.run;

import java.time.Duration;
import org.jspecify.annotations.Nullable;

/**
 * The time that {@code --wait} or {@code --no-wait} gives to a run, counted from its start: it
 * covers connecting to the store and waiting for the lock.
 */
final class Deadline {
  /** What connecting takes at most when the lock is not waited for: as long as a request may. */
  private static final Duration NO_WAIT = Duration.ofSeconds(5);

  /** A wait may be shorter than a program on a busy machine takes to connect to a good store. */
  private static final Duration LEAST_FOR_CONNECTING = Duration.ofSeconds(1);

  private static final Duration LEAST_FOR_WAITING = Duration.ofMillis(250);

  private final long start = System.nanoTime();
  private final @Nullable Duration patience;

  /** Begins now; zero: without waiting; null: without an end. */
  Deadline(@Nullable Duration patience) {
    this.patience = patience;
  }

  /** How long connecting may take; null if nothing was said of it. */
  @Nullable Duration forConnecting() {
    if (patience == null) {
      return null;
    }
    return patience.isZero() ? NO_WAIT : longer(left(patience), LEAST_FOR_CONNECTING);
  }

  /** How long to wait for the lock; zero: not; null: as long as it takes. */
  @Nullable Duration forWaiting() {
    if (patience == null || patience.isZero()) {
      return patience;
    }
    boolean isShort = patience.compareTo(LEAST_FOR_WAITING) < 0;
    return longer(left(patience), isShort ? patience : LEAST_FOR_WAITING);
  }

  private Duration left(Duration all) {
    return all.minusNanos(System.nanoTime() - start);
  }

  private static Duration longer(Duration one, Duration other) {
    return one.compareTo(other) < 0 ? other : one;
  }
}
