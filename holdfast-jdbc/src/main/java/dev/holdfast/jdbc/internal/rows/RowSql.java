package dev.holdfast.jdbc.internal.rows;

import dev.holdfast.jdbc.internal.database.Dialect;
import dev.holdfast.spi.Standing;

/** The statements of one dialect. What is bound to them stands in the order of their columns. */
public final class RowSql {
  /** A condition on an attempt in a name's row: several hold the name, or did last. */
  private static final String IS_SHARED = " LIKE '" + Dialect.SHARED + "%'";

  private static final String THIS = "namespace = ? AND name = ?";

  static final String INSERT_LOCK =
      "INSERT INTO holdfast_lock"
          + " (stamp, attempt, expires_ms, kept, used_day, namespace, name)"
          + " VALUES (?, ?, ?, 0, ?, ?, ?)";
  // Apart from GRANT, and only when the day changes: an index hangs on it.
  static final String USED = "UPDATE holdfast_lock SET used_day = ? WHERE " + THIS;
  static final String RENEW = "UPDATE holdfast_lock SET stamp = ?, expires_ms = ? WHERE " + THIS;

  static final String INSERT_SHARE =
      "INSERT INTO holdfast_share (stamp, expires_ms, permits, namespace, name, attempt)"
          + " VALUES (?, ?, ?, ?, ?, ?)";
  static final String RENEW_SHARE =
      "UPDATE holdfast_share SET stamp = ?, expires_ms = ? WHERE " + THIS + " AND attempt = ?";
  static final String REDUCE_SHARE =
      "UPDATE holdfast_share SET permits = ? WHERE " + THIS + " AND attempt = ? AND permits > ?";
  static final String KEEP_SHARE =
      "UPDATE holdfast_share SET attempt = ?, expires_ms = ? WHERE " + THIS + " AND attempt = ?";
  static final String END_SHARE = "DELETE FROM holdfast_share WHERE " + THIS + " AND attempt = ?";
  static final String END_SHARES = "DELETE FROM holdfast_share WHERE " + THIS;
  static final String SHARES =
      "SELECT attempt, stamp, expires_ms, permits FROM holdfast_share WHERE "
          + THIS
          + " AND expires_ms >= ? ORDER BY stamp";

  static final String JOIN =
      "INSERT INTO holdfast_queue (namespace, name, seq, attempt, expires_ms, claim_ms, permits)"
          + " SELECT ?, ?, COALESCE(MAX(seq), 0) + 1, ?, ?, ?, ? FROM holdfast_queue WHERE "
          + THIS;
  static final String KEEP_PLACE =
      "UPDATE holdfast_queue SET expires_ms = ? WHERE " + THIS + " AND attempt = ?";
  static final String CUT_PLACES =
      "UPDATE holdfast_queue SET expires_ms = ? WHERE " + THIS + " AND expires_ms > ?";
  static final String LEAVE = "DELETE FROM holdfast_queue WHERE " + THIS + " AND attempt = ?";
  static final String LEAVE_UP_TO = "DELETE FROM holdfast_queue WHERE " + THIS + " AND seq <= ?";
  static final String RESIZE = "UPDATE holdfast_lock SET attempt = ? WHERE " + THIS;
  static final String LEAVE_ASKING_MORE =
      "DELETE FROM holdfast_queue WHERE " + THIS + " AND permits > ?";
  static final String TWO_WAITERS =
      "SELECT seq, attempt, claim_ms, permits FROM holdfast_queue WHERE "
          + THIS
          + " AND expires_ms >= ? ORDER BY seq LIMIT 2";
  // The live waiters for shared or counted holds in front of the first live one that waits alone.
  static final String RUN =
      "SELECT seq, attempt, claim_ms, permits FROM holdfast_queue WHERE "
          + THIS
          + " AND expires_ms >= ? AND permits <> 0 AND seq < COALESCE((SELECT MIN(seq) FROM"
          + " holdfast_queue WHERE "
          + THIS
          + " AND expires_ms >= ? AND permits = 0), 9223372036854775807) ORDER BY seq";
  static final String WAITERS =
      "SELECT attempt FROM holdfast_queue WHERE " + THIS + " AND expires_ms >= ? ORDER BY seq";

  static final String MARK =
      "SELECT expires_ms, broken FROM holdfast_mark WHERE " + THIS + " AND attempt = ?";
  static final String INSERT_MARK =
      "INSERT INTO holdfast_mark (expires_ms, broken, namespace, name, attempt)"
          + " VALUES (?, ?, ?, ?, ?)";
  static final String UPDATE_MARK =
      "UPDATE holdfast_mark SET expires_ms = ?, broken = ? WHERE " + THIS + " AND attempt = ?";

  static final String HAS_PLACE = "SELECT 1 FROM holdfast_queue WHERE " + THIS + " AND attempt = ?";
  static final String HAS_SHARE = "SELECT 1 FROM holdfast_share WHERE " + THIS + " AND attempt = ?";

  /** Writes whose the name is now. */
  final String grant;

  /** Writes until when the name is taken yet. */
  final String end;

  /**
   * Grants a name alone that is free, known, used today, not shared before, not wanted by another
   * attempt, and not wanted any more by the one that had it last; tells the stamp if it was. What
   * most acquires need, without a transaction around it.
   */
  final String grantAlone;

  /** Frees a name that an attempt holds, that was used today, and that no client waits for. */
  final String freeAlone;

  /** All that the procedures ask about one name and one attempt, at one instant. */
  final String snapshot;

  /** The names that are taken or waited for now. */
  final String names;

  /** The clock by which holds end, in milliseconds. */
  final String clock;

  /** Whether {@link #grantAlone} has the attempt as one more parameter, the last. */
  final boolean grantLooksForMark;

  /** Whether {@link #places} can be asked. */
  final boolean looksAtMany;

  private final String placesEnd;
  private final String renewAloneStart;
  private final String renewedAloneStart;
  private final String renewAloneEnd;

  public RowSql(Dialect dialect) {
    String now = dialect.clock();
    clock = "SELECT " + now;
    grant =
        "UPDATE holdfast_lock SET stamp = ?, attempt = ?, expires_ms = ?, kept = 0"
            + dialect.settling()
            + " WHERE "
            + THIS;
    end =
        "UPDATE holdfast_lock SET expires_ms = ?, kept = ?" + dialect.settling() + " WHERE " + THIS;
    String usual = " AND used_day = " + dialect.today() + " AND " + dialect.usual();
    String notMarked = dialect.notMarked();
    grantLooksForMark = !notMarked.isEmpty();
    grantAlone =
        "UPDATE holdfast_lock SET stamp = "
            + dialect.granted(dialect.greatest("stamp + 1", now + " * 1000"))
            + ", attempt = ?, expires_ms = "
            + now
            + " + ?, kept = 0 WHERE "
            + THIS
            + " AND attempt <> ? AND attempt NOT"
            + IS_SHARED
            + " AND expires_ms < "
            + now
            + " AND stamp < "
            + Standing.Holding.LAST_STAMP
            + " AND "
            + now
            + " <= "
            + Standing.Holding.LAST_STAMP / 1_000
            + usual
            + (grantLooksForMark ? " AND " + notMarked : "")
            + dialect.returningStamp();
    freeAlone =
        "UPDATE holdfast_lock SET expires_ms = 0 WHERE "
            + THIS
            + " AND attempt = ? AND kept = 0 AND expires_ms >= "
            + now
            + usual;
    // Moves on in any case, as HoldProcedures.later does.
    renewAloneStart =
        "UPDATE holdfast_lock SET expires_ms = " + dialect.greatest("expires_ms + 1", now + " + ?");
    renewedAloneStart = "SELECT name, attempt, stamp, expires_ms - " + now + " FROM holdfast_lock";
    renewAloneEnd = " AND kept = 0 AND expires_ms >= " + now + usual;
    looksAtMany = dialect.listsValues();
    placesEnd =
        ") SELECT p.name, p.attempt, c.ms, l.stamp, l.attempt, l.expires_ms, l.kept, q.expires_ms,"
            + " (SELECT COUNT(*) FROM holdfast_queue a WHERE a.namespace = q.namespace"
            + " AND a.name = q.name AND a.seq < q.seq AND a.expires_ms >= c.ms) FROM p CROSS JOIN"
            + " (SELECT "
            + now
            + " AS ms) c CROSS JOIN holdfast_queue q ON q.namespace = ? AND q.name = p.name"
            + " AND q.attempt = p.attempt CROSS JOIN holdfast_lock l ON l.namespace = q.namespace"
            + " AND l.name = q.name AND l.expires_ms >= c.ms AND l.attempt NOT"
            + IS_SHARED;
    snapshot =
        "SELECT c.ms, l.stamp, l.attempt, l.expires_ms, l.kept, l.used_day, q.expires_ms,"
            + " (SELECT w.permits FROM holdfast_queue w WHERE w.namespace = ? AND w.name = ?"
            + " AND w.expires_ms >= c.ms ORDER BY w.seq LIMIT 1),"
            + " CASE WHEN q.seq IS NULL THEN 0 ELSE"
            + " (SELECT COUNT(*) FROM holdfast_queue a WHERE a.namespace = q.namespace"
            + " AND a.name = q.name AND a.seq < q.seq AND a.expires_ms >= c.ms) END,"
            + " (SELECT m.broken FROM holdfast_mark m WHERE m.namespace = ? AND m.name = ?"
            + " AND m.attempt = ? AND m.expires_ms >= c.ms), s.stamp, s.expires_ms,"
            + " CASE WHEN l.attempt"
            + IS_SHARED
            + " THEN (SELECT h.attempt FROM holdfast_share h WHERE h.namespace = l.namespace"
            + " AND h.name = l.name AND h.expires_ms >= c.ms LIMIT 1) ELSE l.attempt END,"
            + " CASE WHEN l.attempt"
            + IS_SHARED
            + " THEN (SELECT SUM(p.permits) FROM holdfast_share p WHERE p.namespace = l.namespace"
            + " AND p.name = l.name AND p.expires_ms >= c.ms) ELSE 0 END FROM (SELECT "
            + now
            + " AS ms) c LEFT JOIN holdfast_lock l ON l.namespace = ? AND l.name = ?"
            + " LEFT JOIN holdfast_queue q ON q.namespace = ? AND q.name = ? AND q.attempt = ?"
            + " LEFT JOIN holdfast_share s ON s.namespace = ? AND s.name = ? AND s.attempt = ?";
    names =
        "SELECT name FROM holdfast_lock WHERE namespace = ? AND expires_ms >= "
            + now
            + " UNION SELECT name FROM holdfast_queue WHERE namespace = ? AND expires_ms >= "
            + now
            + " LIMIT ?";
  }

  /**
   * What {@link NameSnapshot#readPlace} reads of this many attempts that wait, each for a name that
   * another holds alone; bound to it are names and attempts by turns, and the namespace.
   */
  String places(int size) {
    return "WITH p (name, attempt) AS (VALUES (?, ?)" + ", (?, ?)".repeat(size - 1) + placesEnd;
  }

  /** Renews this number of holds, if they are exclusive, used today, and not waited for. */
  String renewAlone(int size) {
    return renewAloneStart + some(size);
  }

  /** What is left of the holds that {@link #renewAlone} renewed. */
  String renewedAlone(int size) {
    return renewedAloneStart + some(size);
  }

  /** By their names, which are the key. */
  private String some(int size) {
    String each = " IN (?" + ", ?".repeat(size - 1) + ")";
    return " WHERE namespace = ? AND name" + each + " AND attempt" + each + renewAloneEnd;
  }
}
