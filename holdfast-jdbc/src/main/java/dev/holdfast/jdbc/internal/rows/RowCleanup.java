package dev.holdfast.jdbc.internal.rows;

import dev.holdfast.jdbc.internal.database.Dialect;
import dev.holdfast.jdbc.internal.database.Statements;
import java.sql.SQLException;
import java.util.concurrent.atomic.AtomicLong;

/**
 * Deletes what is not needed any more: names unused for a day, dead shared holds, dead queue
 * places, old marks. One client of a database does it at a time. It follows writes that happen
 * anyway, a bounded number of rows each time, which is more than the writes between two times can
 * have made. Statements that are transactions by themselves make no rows and do not count.
 * Thread-safe.
 */
final class RowCleanup {
  private static final long EVERY_WRITES = 256;
  private static final long MOST_ROWS = 2 * EVERY_WRITES;

  private final Dialect dialect;
  private final String clockQuery;
  private final String unusedLocks;
  private final String deadShares;
  private final String deadPlaces;
  private final String oldMarks;
  private final AtomicLong writes = new AtomicLong();

  RowCleanup(Dialect dialect) {
    this.dialect = dialect;
    this.clockQuery = "SELECT " + dialect.clock();
    String key = "namespace, name";
    unusedLocks =
        dialect.deleteSome("holdfast_lock", key, "used_day", "used_day < ? AND expires_ms < ?");
    String attempt = key + ", attempt";
    String old = "expires_ms";
    deadShares = dialect.deleteSome("holdfast_share", attempt, old, old + " < ?");
    deadPlaces = dialect.deleteSome("holdfast_queue", attempt, old, old + " < ?");
    oldMarks = dialect.deleteSome("holdfast_mark", attempt, old, old + " < ?");
  }

  /** Called after every transaction that writes; the first one of a short-lived program counts. */
  void afterWrite(Statements statements) {
    if (writes.getAndIncrement() % EVERY_WRITES != 0) {
      return;
    }
    try {
      if (dialect.beginCleanup(statements)) {
        cleanUp(statements);
        dialect.endCleanup(statements);
      }
    } catch (SQLException later) {
      // What was asked for has been done. The next turn of a client finds more to delete; and
      // whatever is wrong with the connection, the next verb has another one.
      statements.spoil();
    }
  }

  private void cleanUp(Statements statements) throws SQLException {
    long now = statements.firstLong(clockQuery);
    long day = now / Dialect.DAY_MILLIS;
    forget(statements, unusedLocks, day - 1, now - Dialect.DAY_MILLIS);
    forget(statements, deadShares, now);
    forget(statements, deadPlaces, now);
    forget(statements, oldMarks, now);
  }

  private void forget(Statements statements, String delete, Object... bounds) throws SQLException {
    int twice = dialect.bindsTwice() ? 2 : 1;
    Object[] arguments = new Object[twice * bounds.length + 1];
    System.arraycopy(bounds, 0, arguments, 0, bounds.length);
    arguments[bounds.length] = MOST_ROWS;
    if (twice == 2) {
      System.arraycopy(bounds, 0, arguments, bounds.length + 1, bounds.length);
    }
    statements.update(delete, arguments);
  }
}
