package dev.holdfast.jdbc.internal.rows;

import dev.holdfast.jdbc.internal.database.Dialect;
import dev.holdfast.jdbc.internal.database.Statements;
import java.sql.SQLException;
import java.util.List;

/**
 * The rows of one name's shared or counted holds, inside a transaction. They are there only while
 * the name's own row begins with {@link Dialect#SHARED}; its expiry is always that of the last of
 * them to end.
 */
final class SharedHoldRows {
  /** Stands before the attempt that had a hold which is kept, and belongs to no attempt now. */
  private static final String KEPT = "!";

  /** A hold: whose, its last stamp, its last millisecond, and how it is held. */
  record Hold(String attempt, long stamp, long expires, int permits) {
    boolean kept() {
      return attempt.startsWith(KEPT);
    }

    /** The attempt that has it, or had. */
    String owner() {
      return ownerOf(attempt);
    }
  }

  /** The attempt that has the hold of this row, or had. */
  static String ownerOf(String attempt) {
    return attempt.startsWith(KEPT) ? attempt.substring(KEPT.length()) : attempt;
  }

  private final Statements statements;
  private final String namespace;
  private final byte[] name;

  SharedHoldRows(Statements statements, String namespace, byte[] name) {
    this.statements = statements;
    this.namespace = namespace;
    this.name = name;
  }

  /** The live ones, in the order of their stamps. */
  List<Hold> live(long now) throws SQLException {
    return statements.all(
        RowSql.SHARES,
        row -> new Hold(row.getString(1), row.getLong(2), row.getLong(3), row.getInt(4)),
        namespace,
        name,
        now);
  }

  void add(Hold hold) throws SQLException {
    statements.update(
        RowSql.INSERT_SHARE,
        hold.stamp,
        hold.expires,
        (long) hold.permits,
        namespace,
        name,
        hold.attempt);
  }

  void renew(String attempt, long stamp, long expires) throws SQLException {
    if (statements.update(RowSql.RENEW_SHARE, stamp, expires, namespace, name, attempt) == 0) {
      statements.mustFind(RowSql.HAS_SHARE, namespace, name, attempt);
    }
  }

  /** Leaves a counted hold with at most this number of permits; whether it had more. */
  boolean reduce(String attempt, int permits) throws SQLException {
    long most = permits;
    return statements.update(RowSql.REDUCE_SHARE, most, namespace, name, attempt, most) > 0;
  }

  /** Leaves a hold, without a holder, up to and including this millisecond. */
  void keep(String attempt, long expires) throws SQLException {
    statements.update(RowSql.KEEP_SHARE, KEPT + attempt, expires, namespace, name, attempt);
  }

  void end(String attempt) throws SQLException {
    statements.update(RowSql.END_SHARE, namespace, name, attempt);
  }

  /** Ends all, the dead too. */
  void clear() throws SQLException {
    statements.update(RowSql.END_SHARES, namespace, name);
  }
}
