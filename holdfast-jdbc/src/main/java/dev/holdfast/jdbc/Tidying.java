package dev.holdfast.jdbc;

import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.concurrent.atomic.AtomicLong;

/**
 * Deletes what nobody needs any more: names unused for a day, dead shared holds, dead queue places,
 * old marks. It rides on writes that happen anyway, a bounded number of rows each time, and more
 * rows than so many writes can have made. Statements that are transactions by themselves make no
 * rows and do not count. Thread-safe.
 */
final class Tidying {
  private static final long EVERY_WRITES = 256;
  private static final long MOST_ROWS = 2 * EVERY_WRITES;

  private final String clockQuery;
  private final AtomicLong writes = new AtomicLong();

  Tidying(Dialect dialect) {
    this.clockQuery = "SELECT " + dialect.clock();
  }

  /** Called inside every transaction that writes; the first one of a short-lived program counts. */
  void afterWrite(Statements statements) throws SQLException {
    if (writes.getAndIncrement() % EVERY_WRITES == 0) {
      tidy(statements);
    }
  }

  private void tidy(Statements statements) throws SQLException {
    long now = statements.firstLong(clockQuery);
    long day = now / View.DAY_MILLIS;
    forget(
        statements, Sql.FORGET_LOCK, Sql.UNUSED_LOCKS, day - 1, now - View.DAY_MILLIS, MOST_ROWS);
    forget(statements, Sql.END_SHARE, Sql.DEAD_SHARES, now, MOST_ROWS);
    forget(statements, Sql.LEAVE, Sql.DEAD_PLACES, now, MOST_ROWS);
    forget(statements, Sql.FORGET_MARK, Sql.OLD_MARKS, now, MOST_ROWS);
  }

  /** Deletes the rows whose keys a query finds, by their keys. */
  private static void forget(Statements statements, String delete, String query, Object... bounds)
      throws SQLException {
    for (Object[] key : statements.all(query, Tidying::key, bounds)) {
      statements.update(delete, key);
    }
  }

  private static Object[] key(ResultSet row) throws SQLException {
    Object[] key = new Object[row.getMetaData().getColumnCount()];
    for (int i = 0; i < key.length; i++) {
      key[i] = i == 1 ? row.getBytes(2) : row.getString(i + 1);
    }
    return key;
  }
}
