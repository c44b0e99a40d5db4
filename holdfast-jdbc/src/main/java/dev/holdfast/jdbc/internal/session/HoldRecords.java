package dev.holdfast.jdbc.internal.session;

import dev.holdfast.jdbc.internal.database.Statements;
import dev.holdfast.jdbc.internal.database.Transaction;
import java.sql.SQLException;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.Future;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import org.jspecify.annotations.Nullable;

/**
 * Writes down for others which of this client's attempts holds what, and the last stamp of a name.
 * No lock rests on it: an attempt that is written there holds only while the session that is named
 * there has the lock. Thread-safe.
 */
public final class HoldRecords {
  /*
   * A client that takes a lock now and then writes it down at once, before its acquire returns. One
   * that takes thousands a second would pay for it with each, so there is a budget: when that is
   * used up, the last of each name is written down a little later.
   */

  /** How many records are written at once before there is a bound. */
  private static final int MOST_AT_ONCE = 256;

  /** The bound: this number of records for each period. */
  private static final int FOR_EACH_PERIOD = 2;

  private static final long PERIOD_MILLIS = 100;

  private static final System.Logger LOG = System.getLogger(HoldRecords.class.getName());

  /** A hold, as it is to be written. */
  public record Hold(SessionAttempt attempt, SessionAttempt.Holding holding) {}

  /** Where it is written. */
  public interface Table {
    /** Writes down that these attempts hold. */
    void write(List<Hold> holds) throws SQLException;
  }

  private final Table table;
  private final ScheduledExecutorService later;
  private final Map<String, Hold> unwritten = new ConcurrentHashMap<>();
  private final AtomicInteger budget = new AtomicInteger(MOST_AT_ONCE);
  private final AtomicBoolean planned = new AtomicBoolean();

  /**
   * Records of one client.
   *
   * @param later runs what is written later
   */
  public HoldRecords(Table table, ScheduledExecutorService later) {
    this.table = table;
    this.later = later;
  }

  /** Records in a database. */
  static HoldRecords in(
      LockTables tables, SessionSql sql, String namespace, ScheduledExecutorService later) {
    Table table =
        holds -> {
          Transaction.Work<Integer> work =
              statements -> {
                int written = 0;
                for (Hold hold : holds) {
                  written +=
                      statements.update(
                          sql.record(),
                          namespace,
                          hold.attempt.nameBytes,
                          hold.attempt.key,
                          hold.holding.connection().session,
                          hold.attempt.id,
                          hold.holding.stamp());
                }
                return written;
              };
          int unused = holds.size() == 1 ? tables.run(work) : tables.together(work);
        };
    return new HoldRecords(table, later);
  }

  /**
   * Several attempts hold that were granted together. In the order of their names, so that two
   * clients wait for each other at most, and never both.
   */
  void addTogether(List<Hold> holds) {
    if (!holds.isEmpty()) {
      write(holds.stream().sorted(Comparator.comparing(hold -> hold.attempt.name)).toList());
    }
  }

  /**
   * An attempt has a stamp that may be ahead of the clock, which alone would not keep the order.
   */
  void addNow(SessionAttempt attempt, SessionAttempt.Holding holding) {
    write(List.of(new Hold(attempt, holding)));
  }

  /** An attempt holds. */
  public void add(SessionAttempt attempt, SessionAttempt.Holding holding) {
    Hold hold = new Hold(attempt, holding);
    if (budget.get() > 0 && budget.getAndDecrement() > 0) {
      write(List.of(hold));
    } else {
      unwritten.put(attempt.name, hold);
    }
    if (!planned.get() && planned.compareAndSet(false, true)) {
      plan();
    }
  }

  private void plan() {
    try {
      Future<?> unused = later.schedule(this::period, PERIOD_MILLIS, TimeUnit.MILLISECONDS);
    } catch (RejectedExecutionException closed) {
      LOG.log(System.Logger.Level.DEBUG, "its client is closed", closed);
    } catch (OutOfMemoryError noThread) {
      planned.set(false); // what is added next plans anew
    }
  }

  private void period() {
    try {
      flush();
    } catch (RuntimeException | Error thrown) {
      LOG.log(System.Logger.Level.DEBUG, "what is left is written in the next period", thrown);
    }
    if (budget.addAndGet(FOR_EACH_PERIOD) < MOST_AT_ONCE) {
      plan();
    } else {
      planned.set(false);
    }
  }

  /** Writes down what has not been yet. */
  void flush() {
    for (String name : List.copyOf(unwritten.keySet())) {
      Hold hold = unwritten.remove(name);
      if (hold != null) {
        write(List.of(hold));
      }
    }
  }

  private void write(List<Hold> holds) {
    try {
      table.write(holds);
    } catch (SQLException | RuntimeException unread) {
      LOG.log(System.Logger.Level.DEBUG, "a hold could not be written down", unread);
    }
  }

  /** What is written of a name. */
  record Row(String attempt, long stamp, long session) {}

  /** Reads what is written of the name with a key. */
  static @Nullable Row read(Statements statements, Object key) throws SQLException {
    return statements.first(
        SessionSql.RECORDED, row -> new Row(row.getString(1), row.getLong(2), row.getLong(3)), key);
  }
}
