package dev.holdfast.jdbc;

import java.sql.SQLException;
import java.time.Duration;
import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.locks.LockSupport;

/**
 * Repeats what a database was too busy for, within a bound. Interrupts neither shorten it nor get
 * lost: a release has to work in an interrupted thread.
 *
 * <p>It counts the pauses it makes and the waits of the database itself instead of reading a clock.
 */
final class Patience {
  /** How long a database may be busy before a verb gives up. */
  static final Duration TOTAL = Duration.ofSeconds(2);

  // SQLite's own waits grow to 100 ms and starve the unlucky for seconds. Much shorter ones than
  // these let many processes wear each other out: every try costs, and none runs undisturbed.
  private static final long SHORTEST_NANOS = 500_000;
  private static final long LONGEST_NANOS = 10_000_000;

  /** What is tried; it has no effect when it fails. */
  interface Work<T> {
    T run() throws SQLException;
  }

  private final Dialect dialect;
  private final long ownNanos;

  /**
   * Patience with a database.
   *
   * @param ownMillis how long the database waited by itself each time before it said that it is
   *     busy
   */
  Patience(Dialect dialect, long ownMillis) {
    this.dialect = dialect;
    this.ownNanos = Duration.ofMillis(ownMillis).toNanos();
  }

  <T> T whileBusy(Work<T> work) throws SQLException {
    boolean interrupted = Thread.interrupted();
    try {
      long left = TOTAL.toNanos();
      for (long longest = SHORTEST_NANOS; ; longest = Math.min(2 * longest, LONGEST_NANOS)) {
        try {
          return work.run();
        } catch (SQLException error) {
          long pause = ThreadLocalRandom.current().nextLong(longest / 2, longest);
          left -= pause + ownNanos;
          if (left < 0 || !dialect.isBusy(error)) {
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
}
