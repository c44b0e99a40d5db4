package dev.holdfast.jdbc.internal.rows;

import dev.holdfast.jdbc.internal.database.Dialect;
import dev.holdfast.jdbc.internal.database.Statements;
import dev.holdfast.jdbc.internal.push.PushOutbox;
import dev.holdfast.spi.Mode;
import java.nio.charset.StandardCharsets;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * One name's rows, inside a transaction: what can be read of them and the few ways in which they
 * change. {@link HoldProcedures} decides when.
 */
public final class NameTables {
  /** A live place in the queue. */
  private record Waiter(long seq, String attempt, long claimMillis, int permits) {
    static Waiter read(ResultSet row) throws SQLException {
      return new Waiter(row.getLong(1), row.getString(2), row.getLong(3), row.getInt(4));
    }
  }

  private final Statements statements;
  private final Dialect dialect;
  private final RowSql sql;
  private final String namespace;
  private final byte[] name;
  private final SharedHoldRows shares;
  private final PushOutbox outbox;

  public NameTables(
      Statements statements, Dialect dialect, RowSql sql, String namespace, String name) {
    this.statements = statements;
    this.dialect = dialect;
    this.sql = sql;
    this.namespace = namespace;
    this.name = name.getBytes(StandardCharsets.UTF_8);
    this.shares = new SharedHoldRows(statements, namespace, this.name);
    this.outbox = new PushOutbox(statements, dialect, namespace, name);
  }

  public NameSnapshot snapshot(String attempt) throws SQLException {
    NameSnapshot snapshot =
        statements.first(
            sql.snapshot,
            NameSnapshot::read,
            namespace,
            name,
            namespace,
            name,
            attempt,
            namespace,
            name,
            namespace,
            name,
            attempt,
            namespace,
            name,
            attempt);
    if (snapshot == null) {
      throw new SQLException("no answer to: " + sql.snapshot);
    }
    return snapshot;
  }

  /**
   * Gives the name to an attempt, in one statement, in the usual case that it was used today, is
   * free, and no client waits for it.
   *
   * @return the stamp; empty if nothing has changed, since this is not the usual case
   */
  Optional<Long> grantAlone(String attempt, long millis) throws SQLException {
    List<Object> arguments = new ArrayList<>(List.of(attempt, millis, namespace, name, attempt));
    if (sql.grantLooksForMark) {
      arguments.add(attempt);
    }
    return dialect.stampOf(statements, sql.grantAlone, arguments.toArray());
  }

  /** Makes the name free in the usual case that this attempt holds it and no client waits. */
  boolean freeAlone(String attempt) throws SQLException {
    return statements.update(sql.freeAlone, namespace, name, attempt) == 1;
  }

  SharedHoldRows shares() {
    return shares;
  }

  /** Tells the holders of the name that a client waits for it now. */
  void recall(NameSnapshot snapshot) throws SQLException {
    if (outbox.tells()) {
      for (SharedHoldRows.Hold hold : held(snapshot)) {
        outbox.recalled(hold.attempt());
      }
    }
  }

  /** Remembers of all who hold the name that an operator ended that, and tells them. */
  void breakAll(NameSnapshot snapshot, long markMillis) throws SQLException {
    for (SharedHoldRows.Hold hold : held(snapshot)) {
      mark(hold.attempt(), hold.expires() + markMillis, true);
      outbox.broken(hold.attempt());
    }
    shares.clear();
  }

  /** The live holds that belong to an attempt: not those that are kept. */
  private List<SharedHoldRows.Hold> held(NameSnapshot snapshot) throws SQLException {
    return snapshot.kept()
        ? List.of()
        : holds(snapshot).stream().filter(hold -> !hold.kept()).toList();
  }

  /** All live holds, in the order of their stamps. */
  List<SharedHoldRows.Hold> holds(NameSnapshot snapshot) throws SQLException {
    String attempt = snapshot.lastAttempt();
    if (attempt == null || !snapshot.isTaken()) {
      return List.of();
    }
    return snapshot.isShared()
        ? shares.live(snapshot.now())
        : List.of(
            new SharedHoldRows.Hold(attempt, snapshot.stamp(), snapshot.expires(), ModeCode.ALONE));
  }

  /**
   * Gives the name to an attempt, alone or beside those that hold it.
   *
   * @param stamp of the grant; not below the next
   */
  void grant(NameSnapshot snapshot, String attempt, ModeCode modeCode, long millis, long stamp)
      throws SQLException {
    long expires = snapshot.now() + millis;
    if (modeCode.isAlone()) {
      hold(snapshot, stamp, attempt, expires);
    } else {
      beginShares(snapshot, modeCode, stamp, expires);
      shares.add(new SharedHoldRows.Hold(attempt, stamp, expires, modeCode.permits()));
    }
  }

  /** Writes that several may hold the name, up to and including this millisecond at least. */
  private void beginShares(NameSnapshot snapshot, ModeCode modeCode, long stamp, long expires)
      throws SQLException {
    if (snapshot.isShared()) {
      renew(snapshot, stamp, Math.max(snapshot.expires(), expires));
    } else {
      hold(snapshot, stamp, modeCode.word(), expires);
    }
  }

  /** Writes whose the name is now, whatever was before. */
  private void hold(NameSnapshot snapshot, long stamp, String attempt, long expires)
      throws SQLException {
    if (snapshot.wasShared() || !snapshot.hasRow()) {
      shares.clear();
    }
    if (snapshot.hasRow()) {
      statements.update(sql.grant, stamp, attempt, expires, namespace, name);
      used(snapshot);
    } else {
      statements.update(
          RowSql.INSERT_LOCK, stamp, attempt, expires, snapshot.day(), namespace, name);
    }
  }

  /** Makes an attempt's hold one of this mode, with a new stamp. */
  void change(NameSnapshot snapshot, String attempt, Mode to, long expires) throws SQLException {
    long stamp = snapshot.nextStamp();
    if (to == Mode.EXCLUSIVE) {
      hold(snapshot, stamp, attempt, expires);
    } else if (snapshot.isShared()) {
      renewShare(snapshot, attempt, stamp, expires);
    } else {
      ModeCode shared = ModeCode.of(Mode.SHARED);
      hold(snapshot, stamp, shared.word(), expires);
      shares.add(new SharedHoldRows.Hold(attempt, stamp, expires, shared.permits()));
    }
  }

  /** Renews one of the shared holds; the stamp is the hold's own. */
  void renewShare(NameSnapshot snapshot, String attempt, long stamp, long expires)
      throws SQLException {
    shares.renew(attempt, stamp, expires);
    renew(snapshot, Math.max(snapshot.stamp(), stamp), Math.max(snapshot.expires(), expires));
  }

  /** Puts off the day when the row may be forgotten; costs nothing but once a day. */
  private void used(NameSnapshot snapshot) throws SQLException {
    if (snapshot.usedDay() != snapshot.day()) {
      statements.update(RowSql.USED, snapshot.day(), namespace, name);
    }
  }

  /**
   * Gives the name to the first live waiter if there is room for it, for its claim window only,
   * because its client may be dead; and so to the whole run that fits if it does not wait to be
   * alone. Dead places before them go.
   *
   * @param asking an attempt that needs not be told if it is the one, as it gets an answer
   * @return whether anybody got it
   */
  public boolean handOn(NameSnapshot snapshot, String asking) throws SQLException {
    if (!snapshot.someoneWaits() || (snapshot.isTaken() && !snapshot.isShared())) {
      return false;
    }
    List<Waiter> two =
        statements.all(RowSql.TWO_WAITERS, Waiter::read, namespace, name, snapshot.now());
    if (two.isEmpty() || !snapshot.hasRoomFor(two.get(0).permits)) {
      return false;
    }
    Waiter first = two.get(0);
    if (first.permits == ModeCode.ALONE) {
      statements.update(RowSql.LEAVE_UP_TO, namespace, name, first.seq);
      ModeCode alone = ModeCode.of(Mode.EXCLUSIVE);
      grant(snapshot, first.attempt, alone, first.claimMillis, snapshot.nextStamp());
      told(snapshot, first, asking, snapshot.nextStamp(), two.size() > 1);
    } else {
      grantRun(
          snapshot, new ModeCode(first.permits, first.permits > 0 ? snapshot.size() : 0), asking);
    }
    return true;
  }

  private void told(
      NameSnapshot snapshot, Waiter granted, String asking, long stamp, boolean othersWait) {
    if (!granted.attempt.equals(asking)) {
      Mode mode = new ModeCode(granted.permits, 0).mode();
      long expires = snapshot.now() + granted.claimMillis;
      outbox.granted(granted.attempt, mode, stamp, expires, othersWait);
    }
  }

  private void grantRun(NameSnapshot snapshot, ModeCode modeCode, String asking)
      throws SQLException {
    List<Waiter> run = fitting(snapshot);
    long lastStamp = snapshot.nextStamp() + run.size() - 1;
    long longest = run.stream().mapToLong(Waiter::claimMillis).max().orElse(0);
    beginShares(snapshot, modeCode, lastStamp, snapshot.now() + longest);
    long stamp = snapshot.nextStamp();
    for (Waiter waiter : run) {
      long expires = snapshot.now() + waiter.claimMillis;
      shares.add(new SharedHoldRows.Hold(waiter.attempt, stamp++, expires, waiter.permits));
    }
    statements.update(RowSql.LEAVE_UP_TO, namespace, name, run.get(run.size() - 1).seq);
    if (outbox.tells()) {
      boolean othersWait =
          statements.first(
                  RowSql.TWO_WAITERS, row -> row.getLong(1), namespace, name, snapshot.now())
              != null;
      stamp = snapshot.nextStamp();
      for (Waiter waiter : run) {
        told(snapshot, waiter, asking, stamp++, othersWait);
      }
    }
  }

  /** The waiters at the front of the queue for whom there is room, all together. */
  private List<Waiter> fitting(NameSnapshot snapshot) throws SQLException {
    List<Waiter> run =
        statements.all(
            RowSql.RUN,
            Waiter::read,
            namespace,
            name,
            snapshot.now(),
            namespace,
            name,
            snapshot.now());
    int count = 0;
    long used = snapshot.isTaken() ? snapshot.used() : 0;
    for (Waiter waiter : run) {
      used += Math.max(waiter.permits, 0);
      if (waiter.permits > 0 && used > snapshot.size()) {
        break;
      }
      count++;
    }
    return run.subList(0, count);
  }

  /** Writes the number of permits, and takes requests for more than that out of the queue. */
  void resize(NameSnapshot snapshot, int size) throws SQLException {
    statements.update(RowSql.RESIZE, new ModeCode(size, size).word(), namespace, name);
    statements.update(RowSql.LEAVE_ASKING_MORE, namespace, name, (long) size);
    used(snapshot);
  }

  /** The live waiters, first to last. */
  List<String> waiters(long now) throws SQLException {
    return statements.all(RowSql.WAITERS, row -> row.getString(1), namespace, name, now);
  }

  /** Lets stamps go on from the clock, where none can follow the last one. */
  void mendStamp(NameSnapshot snapshot) throws SQLException {
    renew(snapshot, snapshot.now() * 1_000, snapshot.expires());
  }

  void renew(NameSnapshot snapshot, long stamp, long expires) throws SQLException {
    statements.update(RowSql.RENEW, stamp, expires, namespace, name);
    used(snapshot);
  }

  /** Makes the name free at once. */
  void free(NameSnapshot snapshot) throws SQLException {
    statements.update(sql.end, 0L, 0L, namespace, name);
    used(snapshot);
  }

  /** Leaves the name taken, without a holder, up to and including this millisecond. */
  void keep(NameSnapshot snapshot, long expires) throws SQLException {
    statements.update(sql.end, expires, 1L, namespace, name);
    used(snapshot);
  }

  void join(String attempt, long expires, long claimMillis, int permits) throws SQLException {
    statements.update(
        RowSql.JOIN,
        namespace,
        name,
        attempt,
        expires,
        claimMillis,
        (long) permits,
        namespace,
        name);
    dialect.unsettle(statements, namespace, name);
  }

  void keepPlace(String attempt, long expires) throws SQLException {
    if (statements.update(RowSql.KEEP_PLACE, expires, namespace, name, attempt) == 0) {
      statements.mustFind(RowSql.HAS_PLACE, namespace, name, attempt);
    }
  }

  /** Lets no place last for longer than until then; a live one is kept alive before. */
  void cutPlaces(long latest) throws SQLException {
    statements.update(RowSql.CUT_PLACES, latest, namespace, name, latest);
  }

  void leave(String attempt) throws SQLException {
    statements.update(RowSql.LEAVE, namespace, name, attempt);
  }

  /** What was noted under this key, if anything was. */
  @Nullable Long noted(String key) throws SQLException {
    return statements.first(RowSql.MARK, row -> row.getLong(1), namespace, name, key);
  }

  /** Notes something under a key that no attempt has, until it is over. */
  void note(String key, long expires) throws SQLException {
    if (statements.update(RowSql.UPDATE_MARK, expires, 0L, namespace, name, key) == 0) {
      statements.update(RowSql.INSERT_MARK, expires, 0L, namespace, name, key);
    }
  }

  /** Remembers that an attempt has ended; a later word neither shortens nor weakens it. */
  void mark(String attempt, long expires, boolean broken) throws SQLException {
    long[] known =
        statements.first(
            RowSql.MARK,
            row -> new long[] {row.getLong(1), row.getLong(2)},
            namespace,
            name,
            attempt);
    long flag = broken ? 1 : 0;
    // An old one, known or not, may not have been counted when the name's row was last written.
    dialect.unsettle(statements, namespace, name);
    if (known == null) {
      statements.update(RowSql.INSERT_MARK, expires, flag, namespace, name, attempt);
      return;
    }
    long last = Math.max(expires, known[0]);
    long flags = Math.max(flag, known[1]);
    if (statements.update(RowSql.UPDATE_MARK, last, flags, namespace, name, attempt) == 0) {
      statements.mustFind(RowSql.MARK, namespace, name, attempt);
    }
  }
}
