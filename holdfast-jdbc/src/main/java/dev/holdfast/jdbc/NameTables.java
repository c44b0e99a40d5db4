package dev.holdfast.jdbc;

import java.nio.charset.StandardCharsets;
import java.sql.SQLException;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * One name's rows, inside a transaction: what can be read of them and the few ways in which they
 * change. {@link Verbs} decides when.
 */
final class NameTables {
  /** The first live place in the queue. */
  private record Waiter(long seq, String attempt, long claimMillis) {}

  private final Statements statements;
  private final Sql sql;
  private final String namespace;
  private final byte[] name;

  NameTables(Statements statements, Sql sql, String namespace, String name) {
    this.statements = statements;
    this.sql = sql;
    this.namespace = namespace;
    this.name = name.getBytes(StandardCharsets.UTF_8);
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
    return statements
        .all(
            sql.grantAlone,
            row -> row.getLong(1),
            attempt,
            millis,
            namespace,
            name,
            attempt,
            namespace,
            name,
            namespace,
            name,
            attempt)
        .stream()
        .findFirst();
  }

  /** Makes the name free in the usual case that this attempt holds it and nobody waits for it. */
  boolean freeAlone(String attempt) throws SQLException {
    return statements.update(sql.freeAlone, namespace, name, attempt, namespace, name) == 1;
  }

  /** Gives the name to an attempt; the stamp of the grant. */
  long grant(View view, String attempt, long millis) throws SQLException {
    long stamp = view.nextStamp();
    long expires = view.now() + millis;
    if (view.hasRow()) {
      statements.update(Sql.GRANT, stamp, attempt, expires, namespace, name);
      used(view);
    } else {
      statements.update(Sql.INSERT_LOCK, stamp, attempt, expires, view.day(), namespace, name);
    }
    return stamp;
  }

  /** Puts off the day when the row may be forgotten; costs nothing but once a day. */
  private void used(View view) throws SQLException {
    if (view.usedDay() != view.day()) {
      statements.update(Sql.USED, view.day(), namespace, name);
    }
  }

  /**
   * Gives the name to the first live waiter, for its claim window only, because its client may be
   * dead; dead places before it go.
   *
   * @return whether there was one
   */
  boolean handOn(View view) throws SQLException {
    if (!view.someoneWaits()) {
      return false;
    }
    Waiter first = firstWaiter(view.now());
    if (first == null) {
      return false;
    }
    statements.update(Sql.LEAVE_UP_TO, namespace, name, first.seq);
    grant(view, first.attempt, first.claimMillis);
    return true;
  }

  private @Nullable Waiter firstWaiter(long now) throws SQLException {
    return statements.first(
        Sql.FIRST_WAITER,
        row -> new Waiter(row.getLong(1), row.getString(2), row.getLong(3)),
        namespace,
        name,
        now);
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
    statements.update(Sql.END, 0L, 0L, namespace, name);
    used(view);
  }

  /** Leaves the name taken, by nobody, up to and including this millisecond. */
  void keep(View view, long expires) throws SQLException {
    statements.update(Sql.END, expires, 1L, namespace, name);
    used(view);
  }

  void join(String attempt, long expires, long claimMillis) throws SQLException {
    statements.update(Sql.JOIN, namespace, name, attempt, expires, claimMillis, namespace, name);
  }

  void keepPlace(String attempt, long expires) throws SQLException {
    statements.update(Sql.KEEP_PLACE, expires, namespace, name, attempt);
  }

  void leave(String attempt) throws SQLException {
    statements.update(Sql.LEAVE, namespace, name, attempt);
  }

  /** Remembers that an attempt has ended; a later word neither shortens nor weakens it. */
  void mark(String attempt, long expires, boolean broken) throws SQLException {
    long[] known =
        statements.first(
            Sql.MARK, row -> new long[] {row.getLong(1), row.getLong(2)}, namespace, name, attempt);
    long flag = broken ? 1 : 0;
    if (known == null) {
      statements.update(Sql.INSERT_MARK, expires, flag, namespace, name, attempt);
    } else {
      statements.update(
          Sql.UPDATE_MARK,
          Math.max(expires, known[0]),
          Math.max(flag, known[1]),
          namespace,
          name,
          attempt);
    }
  }
}
