package dev.holdfast.jdbc;

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
 * change. {@link Verbs} decides when.
 */
final class NameTables {
  /** A live place in the queue. */
  private record Waiter(long seq, String attempt, long claimMillis, int permits) {
    static Waiter read(ResultSet row) throws SQLException {
      return new Waiter(row.getLong(1), row.getString(2), row.getLong(3), row.getInt(4));
    }
  }

  private final Statements statements;
  private final Dialect dialect;
  private final Sql sql;
  private final String namespace;
  private final byte[] name;
  private final Shares shares;
  private final Telling telling;

  NameTables(Statements statements, Dialect dialect, Sql sql, String namespace, String name) {
    this.statements = statements;
    this.dialect = dialect;
    this.sql = sql;
    this.namespace = namespace;
    this.name = name.getBytes(StandardCharsets.UTF_8);
    this.shares = new Shares(statements, namespace, this.name);
    this.telling = new Telling(statements, dialect, namespace, name);
  }

  View view(String attempt) throws SQLException {
    View view =
        statements.first(
            sql.view,
            View::read,
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
    if (view == null) {
      throw new SQLException("no answer to: " + sql.view);
    }
    return view;
  }

  /**
   * Gives the name to an attempt, in one statement, in the usual case that it was used today, is
   * free, and nobody waits for it.
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

  /** Makes the name free in the usual case that this attempt holds it and nobody waits for it. */
  boolean freeAlone(String attempt) throws SQLException {
    return statements.update(sql.freeAlone, namespace, name, attempt) == 1;
  }

  Shares shares() {
    return shares;
  }

  /** Tells those who hold the name that somebody waits for it now. */
  void recall(View view) throws SQLException {
    if (telling.tells()) {
      telling.recalled(view.kept() ? List.of() : holds(view));
    }
  }

  /** Remembers of all who hold the name that an operator ended that, and tells them. */
  void breakAll(View view, long markMillis) throws SQLException {
    List<Shares.Hold> broken = view.kept() ? List.of() : holds(view);
    for (Shares.Hold hold : broken) {
      if (!hold.kept()) {
        mark(hold.attempt(), hold.expires() + markMillis, true);
      }
    }
    shares.clear();
    telling.broken(broken);
  }

  /** All live holds, in the order of their stamps. */
  List<Shares.Hold> holds(View view) throws SQLException {
    String attempt = view.lastAttempt();
    if (attempt == null || !view.isTaken()) {
      return List.of();
    }
    return view.isShared()
        ? shares.live(view.now())
        : List.of(new Shares.Hold(attempt, view.stamp(), view.expires(), Manner.ALONE));
  }

  /**
   * Gives the name to an attempt, alone or beside those that hold it.
   *
   * @param stamp of the grant; not below the next
   */
  void grant(View view, String attempt, Manner manner, long millis, long stamp)
      throws SQLException {
    long expires = view.now() + millis;
    if (manner.isAlone()) {
      hold(view, stamp, attempt, expires);
    } else {
      beginShares(view, manner, stamp, expires);
      shares.add(new Shares.Hold(attempt, stamp, expires, manner.permits()));
    }
  }

  /** Writes that several may hold the name, up to and including this millisecond at least. */
  private void beginShares(View view, Manner manner, long stamp, long expires) throws SQLException {
    if (view.isShared()) {
      renew(view, stamp, Math.max(view.expires(), expires));
    } else {
      hold(view, stamp, manner.word(), expires);
    }
  }

  /** Writes whose the name is now, whatever was before. */
  private void hold(View view, long stamp, String attempt, long expires) throws SQLException {
    if (view.wasShared() || !view.hasRow()) {
      shares.clear();
    }
    if (view.hasRow()) {
      statements.update(sql.grant, stamp, attempt, expires, namespace, name);
      used(view);
    } else {
      statements.update(Sql.INSERT_LOCK, stamp, attempt, expires, view.day(), namespace, name);
    }
  }

  /** Makes an attempt's hold one of this mode, with a new stamp. */
  void change(View view, String attempt, Mode to, long expires) throws SQLException {
    long stamp = view.nextStamp();
    if (to == Mode.EXCLUSIVE) {
      hold(view, stamp, attempt, expires);
    } else if (view.isShared()) {
      renewShare(view, attempt, stamp, expires);
    } else {
      Manner shared = Manner.of(Mode.SHARED);
      hold(view, stamp, shared.word(), expires);
      shares.add(new Shares.Hold(attempt, stamp, expires, shared.permits()));
    }
  }

  /** Renews one of the shared holds; the stamp is the hold's own. */
  void renewShare(View view, String attempt, long stamp, long expires) throws SQLException {
    shares.renew(attempt, stamp, expires);
    renew(view, Math.max(view.stamp(), stamp), Math.max(view.expires(), expires));
  }

  /** Puts off the day when the row may be forgotten; costs nothing but once a day. */
  private void used(View view) throws SQLException {
    if (view.usedDay() != view.day()) {
      statements.update(Sql.USED, view.day(), namespace, name);
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
  boolean handOn(View view, String asking) throws SQLException {
    if (!view.someoneWaits() || (view.isTaken() && !view.isShared())) {
      return false;
    }
    List<Waiter> two = statements.all(Sql.TWO_WAITERS, Waiter::read, namespace, name, view.now());
    if (two.isEmpty() || !view.hasRoomFor(two.get(0).permits)) {
      return false;
    }
    Waiter first = two.get(0);
    if (first.permits == Manner.ALONE) {
      statements.update(Sql.LEAVE_UP_TO, namespace, name, first.seq);
      Manner alone = Manner.of(Mode.EXCLUSIVE);
      grant(view, first.attempt, alone, first.claimMillis, view.nextStamp());
      told(view, first, asking, view.nextStamp(), two.size() > 1);
    } else {
      grantRun(view, new Manner(first.permits, first.permits > 0 ? view.size() : 0), asking);
    }
    return true;
  }

  private void told(View view, Waiter granted, String asking, long stamp, boolean othersWait) {
    if (!granted.attempt.equals(asking)) {
      Mode mode = new Manner(granted.permits, 0).mode();
      long expires = view.now() + granted.claimMillis;
      telling.granted(granted.attempt, mode, stamp, expires, othersWait);
    }
  }

  private void grantRun(View view, Manner manner, String asking) throws SQLException {
    List<Waiter> run = fitting(view);
    long lastStamp = view.nextStamp() + run.size() - 1;
    long longest = run.stream().mapToLong(Waiter::claimMillis).max().orElse(0);
    beginShares(view, manner, lastStamp, view.now() + longest);
    long stamp = view.nextStamp();
    for (Waiter waiter : run) {
      long expires = view.now() + waiter.claimMillis;
      shares.add(new Shares.Hold(waiter.attempt, stamp++, expires, waiter.permits));
    }
    statements.update(Sql.LEAVE_UP_TO, namespace, name, run.get(run.size() - 1).seq);
    if (telling.tells()) {
      boolean othersWait =
          statements.first(Sql.TWO_WAITERS, row -> row.getLong(1), namespace, name, view.now())
              != null;
      stamp = view.nextStamp();
      for (Waiter waiter : run) {
        told(view, waiter, asking, stamp++, othersWait);
      }
    }
  }

  /** The waiters at the front of the queue for whom there is room, all together. */
  private List<Waiter> fitting(View view) throws SQLException {
    List<Waiter> run =
        statements.all(
            Sql.RUN, Waiter::read, namespace, name, view.now(), namespace, name, view.now());
    int count = 0;
    long used = view.isTaken() ? view.used() : 0;
    for (Waiter waiter : run) {
      used += Math.max(waiter.permits, 0);
      if (waiter.permits > 0 && used > view.size()) {
        break;
      }
      count++;
    }
    return run.subList(0, count);
  }

  /** Writes that there are so many permits from now on; who waits for more does so in vain. */
  void resize(View view, int size) throws SQLException {
    statements.update(Sql.RESIZE, new Manner(size, size).word(), namespace, name);
    statements.update(Sql.LEAVE_ASKING_MORE, namespace, name, (long) size);
    used(view);
  }

  /** The live waiters, first to last. */
  List<String> waiters(long now) throws SQLException {
    return statements.all(Sql.WAITERS, row -> row.getString(1), namespace, name, now);
  }

  void renew(View view, long stamp, long expires) throws SQLException {
    statements.update(Sql.RENEW, stamp, expires, namespace, name);
    used(view);
  }

  /** Makes the name free at once. */
  void free(View view) throws SQLException {
    statements.update(sql.end, 0L, 0L, namespace, name);
    used(view);
  }

  /** Leaves the name taken, by nobody, up to and including this millisecond. */
  void keep(View view, long expires) throws SQLException {
    statements.update(sql.end, expires, 1L, namespace, name);
    used(view);
  }

  void join(String attempt, long expires, long claimMillis, int permits) throws SQLException {
    statements.update(
        Sql.JOIN, namespace, name, attempt, expires, claimMillis, (long) permits, namespace, name);
    dialect.unsettle(statements, namespace, name);
  }

  void keepPlace(String attempt, long expires) throws SQLException {
    if (statements.update(Sql.KEEP_PLACE, expires, namespace, name, attempt) == 0) {
      statements.mustFind(Sql.HAS_PLACE, namespace, name, attempt);
    }
  }

  /** Lets no place last for longer than until then; a live one is kept alive before. */
  void cutPlaces(long latest) throws SQLException {
    statements.update(Sql.CUT_PLACES, latest, namespace, name, latest);
  }

  void leave(String attempt) throws SQLException {
    statements.update(Sql.LEAVE, namespace, name, attempt);
  }

  /** What was noted under this key, if anything was. */
  @Nullable Long noted(String key) throws SQLException {
    return statements.first(Sql.MARK, row -> row.getLong(1), namespace, name, key);
  }

  /** Notes something under a key that no attempt has, until it is over. */
  void note(String key, long expires) throws SQLException {
    if (statements.update(Sql.UPDATE_MARK, expires, 0L, namespace, name, key) == 0) {
      statements.update(Sql.INSERT_MARK, expires, 0L, namespace, name, key);
    }
  }

  /** Remembers that an attempt has ended; a later word neither shortens nor weakens it. */
  void mark(String attempt, long expires, boolean broken) throws SQLException {
    long[] known =
        statements.first(
            Sql.MARK, row -> new long[] {row.getLong(1), row.getLong(2)}, namespace, name, attempt);
    long flag = broken ? 1 : 0;
    // An old one, known or not, may not have been counted when the name's row was last written.
    dialect.unsettle(statements, namespace, name);
    if (known == null) {
      statements.update(Sql.INSERT_MARK, expires, flag, namespace, name, attempt);
      return;
    }
    long last = Math.max(expires, known[0]);
    long flags = Math.max(flag, known[1]);
    if (statements.update(Sql.UPDATE_MARK, last, flags, namespace, name, attempt) == 0) {
      statements.mustFind(Sql.MARK, namespace, name, attempt);
    }
  }
}
