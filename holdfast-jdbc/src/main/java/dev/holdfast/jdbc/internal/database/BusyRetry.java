package dev.holdfast.jdbc.internal.database;

import java.sql.SQLException;
import java.time.Duration;
import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.LongSupplier;

/**
 * Repeats what a database was too busy for, within a bound. Interrupts neither shorten it nor get
 * lost: a release has to work in an interrupted thread.
 *
 * <p>Pauses grow with the time that has passed, by which a crowd shows: the longer it takes, the
 * less often each of them asks.
 */
public final class BusyRetry {
  /** How long a database may be busy before a verb gives up. */
  public static final Duration TOTAL = Duration.ofSeconds(2);

  // Much shorter pauses let many processes wear each other out: every try costs, and none runs
  // undisturbed. Much longer ones starve the unlucky.
  private static final long SHORTEST_NANOS = 500_000;
  private static final long LONGEST_NANOS = 50_000_000;

  /** A pause is this part of the time that has passed. */
  private static final int PART = 4;

  private final Dialect dialect;
  private final LongSupplier ticker;

  public BusyRetry(Dialect dialect) {
    this(dialect, new MonotonicTicker());
  }

  public BusyRetry(Dialect dialect, LongSupplier ticker) {
    this.dialect = dialect;
    this.ticker = ticker;
  }

  /**
   * Runs it until it is not too busy.
   *
   * @param work has no effect when it fails
   */
  public <T> T whileBusy(Duration total, SqlTask<T> work) throws SQLException {
    boolean interrupted = Thread.interrupted();
    try {
      long began = ticker.getAsLong();
      while (true) {
        try {
          return work.run();
        } catch (SQLException error) {
          long passed = ticker.getAsLong() - began;
          long pause = pause(passed);
          if (passed + pause > total.toNanos() || !dialect.isBusy(error)) {
            throw error;
          }
          LockSupport.parkNanos(pause);
          interrupted |= Thread.interrupted();
        }
      }
    } finally {
      if (interrupted) {
        Thread.currentThread().interrupt();
      }
    }
  }

  /** Takes a lock within a bound. */
  public static boolean lock(ReentrantLock lock, Duration bound) {
    LongSupplier ticker = new MonotonicTicker();
    long until = ticker.getAsLong() + bound.toNanos();
    boolean interrupted = false;
    try {
      while (true) {
        try {
          return lock.tryLock(until - ticker.getAsLong(), TimeUnit.NANOSECONDS);
        } catch (InterruptedException again) {
          interrupted = true;
        }
      }
    } finally {
      if (interrupted) {
        Thread.currentThread().interrupt();
      }
    }
  }

  private static long pause(long passed) {
    long longest = Math.min(Math.max(SHORTEST_NANOS, passed / PART), LONGEST_NANOS);
    return ThreadLocalRandom.current().nextLong(longest / 2, longest);
  }
}
