package dev.holdfast.internal.session;

import dev.holdfast.StoreException;
import dev.holdfast.internal.text.Durations;
import dev.holdfast.spi.DaemonThreads;
import java.time.Duration;
import java.util.concurrent.Executor;
import org.jspecify.annotations.Nullable;

/**
 * One try to open a session, on a thread that can be interrupted if it is ours. Guarded by the lock
 * of its {@link BackgroundOpening}.
 */
public final class OpeningTry implements Runnable {
  /** The connect timeouts after which it is not waited for any more. */
  private static final int MOST_TIMEOUTS = 4;

  final long begunAt;
  private final BackgroundOpening opening;
  private final @Nullable Executor threads; // that are not ours
  private @Nullable Thread thread;

  OpeningTry(BackgroundOpening opening, @Nullable Executor threads, long begunAt) {
    this.opening = opening;
    this.threads = threads;
    this.begunAt = begunAt;
  }

  void start() {
    if (threads == null) {
      DaemonThreads.start("holdfast-opening", this);
    } else {
      threads.execute(this);
    }
  }

  @Override
  public void run() {
    opening.run(this);
  }

  /** It runs on this thread. */
  void runsHere() {
    thread = threads == null ? Thread.currentThread() : null;
  }

  /** It has ended, so that no interrupt is left on its thread. */
  void hasEnded() {
    if (thread == Thread.currentThread()) {
      boolean unused = Thread.interrupted();
    }
  }

  void interrupt() {
    if (thread != null) {
      thread.interrupt(); // it may wait for what is of no use any more
    }
  }

  /** Whether its thread has ended without a word. */
  boolean isDead() {
    return thread != null && !thread.isAlive();
  }

  /** Whether another one is to begin: it has died, or takes much longer than it may. */
  boolean isHopeless(long age, long timeoutNanos) {
    return isDead() || age / MOST_TIMEOUTS >= timeoutNanos;
  }

  /** What calls are told that have waited for it. */
  StoreException silence(Duration connectTimeout) {
    return new StoreException(
        isDead()
            ? "the thread that was to open it has died"
            : "it has not answered within " + Durations.text(connectTimeout) + ", connectTimeout",
        null,
        true);
  }

  /**
   * Why it failed; never throws.
   *
   * @param unexpected what is said if there is no memory to say more
   */
  static StoreException reason(Throwable error, StoreException unexpected) {
    if (error instanceof StoreException known) {
      return known;
    }
    try {
      return new StoreException("opening it failed unexpectedly: " + error, error, true);
    } catch (RuntimeException | Error noMemory) {
      return unexpected;
    }
  }
}
