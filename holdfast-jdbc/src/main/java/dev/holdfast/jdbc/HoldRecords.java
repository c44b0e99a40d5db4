package dev.holdfast.jdbc;

import java.sql.SQLException;
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
 * No lock rests on it: who is written there holds while the session that is named there has the
 * lock. Thread-safe.
 */
final class HoldRecords {
  /*
   * A client that takes a lock now and then writes it down at once, before its acquire returns. One
   * that takes thousands a second would pay for it with each, so there is a budget: when that is
   * used up, the last of each name is written down a little later.
   */

  /** How many records are written at once before there is a bound. */
  private static final int MOST_AT_ONCE = 256;

  /** The bound: so many for each period. */
  private static final int FOR_EACH_PERIOD = 2;

  private static final long PERIOD_MILLIS = 100;

  private static final System.Logger LOG = System.getLogger(HoldRecords.class.getName());

  /** Who holds, as it is to be written. */
  private record Hold(Seat seat, Seat.Holding holding) {}

  /** Where it is written. */
  interface Table {
    /** Writes down that an attempt holds. */
    void write(Seat seat, Seat.Holding holding) throws SQLException;
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
  HoldRecords(Table table, ScheduledExecutorService later) {
    this.table = table;
    this.later = later;
  }

  /** Records in a database. */
  static HoldRecords in(
      LockTables tables, SessionSql sql, String namespace, ScheduledExecutorService later) {
    return new HoldRecords(
        (seat, holding) ->
            tables.run(
                statements ->
                    statements.update(
                        sql.record(),
                        namespace,
                        seat.nameBytes,
                        seat.key,
                        holding.line().session,
                        seat.attempt,
                        holding.stamp())),
        later);
  }

  /**
   * An attempt has a stamp that may be ahead of the clock, which alone would not keep the order.
   */
  void addNow(Seat seat, Seat.Holding holding) {
    write(new Hold(seat, holding));
  }

  /** An attempt holds. */
  void add(Seat seat, Seat.Holding holding) {
    Hold hold = new Hold(seat, holding);
    if (budget.get() > 0 && budget.getAndDecrement() > 0) {
      write(hold);
    } else {
      unwritten.put(seat.name, hold);
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
        write(hold);
      }
    }
  }

  private void write(Hold hold) {
    try {
      table.write(hold.seat, hold.holding);
    } catch (SQLException | RuntimeException unread) {
      LOG.log(System.Logger.Level.DEBUG, "who holds could not be written down", unread);
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
