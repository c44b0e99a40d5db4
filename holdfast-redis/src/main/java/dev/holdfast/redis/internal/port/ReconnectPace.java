package dev.holdfast.redis.internal.port;

import static java.util.concurrent.TimeUnit.MILLISECONDS;

import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Executor;
import java.util.concurrent.atomic.AtomicBoolean;

/**
 * Lets connections be made anew a few times a second at most, however many calls fail meanwhile.
 */
public final class ReconnectPace {
  private static final long PAUSE_MILLIS = 250;
  private static final Executor LATER =
      CompletableFuture.delayedExecutor(PAUSE_MILLIS, MILLISECONDS, Runnable::run);

  private final AtomicBoolean resting = new AtomicBoolean();

  /** A pace at which the first time is at once. */
  public ReconnectPace() {}

  /** Whether it is time; only one of many threads that ask at once is told so. */
  public boolean isDue() {
    if (resting.getAndSet(true)) {
      return false;
    }
    LATER.execute(() -> resting.set(false));
    return true;
  }
}
