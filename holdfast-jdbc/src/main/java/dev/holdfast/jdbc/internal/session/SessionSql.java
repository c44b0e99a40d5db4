package dev.holdfast.jdbc.internal.session;

import dev.holdfast.jdbc.internal.database.Dialect;
import dev.holdfast.jdbc.internal.database.MySqlDialect;
import dev.holdfast.jdbc.internal.database.PostgresDialect;
import dev.holdfast.jdbc.internal.database.Statements;
import dev.holdfast.spi.Standing;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.sql.SQLException;
import java.sql.SQLTransientException;
import java.time.Duration;
import java.util.HashSet;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * The statements of locks that belong to a connection: PostgreSQL's advisory locks, and those of
 * {@code GET_LOCK}.
 *
 * <p>A name is locked under a key, which is a hash of it: databases limit what they lock by, or
 * fold it. Two names with one key would exclude each other, which is safe, and with 64 bits and
 * more will not happen in practice.
 */
public abstract class SessionSql {
  /*
   * A lock is taken by one statement, which looks first whether anybody queues, and reads the clock
   * last. The clock has to be read after the lock was had: so every stamp lies above that of the
   * hold before, which was read before its lock was given up. Should the clock have stepped back,
   * the last stamp that was written down keeps the order.
   *
   * The locks of a server count for nothing on another one. A server that is no primary any more (a
   * switchover) keeps its connections, and would go on granting. So each statement that grants, and
   * each by which a client learns that it still holds, brings along whether the server may be
   * written to; if not, the connection counts as ended.
   */

  /** What {@link #take} and {@link #takeInTurn} answer if they do not answer a stamp. */
  static final long TAKEN = 0;

  static final long OTHERS_QUEUE = -1;
  static final long ANOTHER_SESSION = -2;
  static final long NO_PLACE = -3;
  static final long NO_ROOM = -4;
  static final long READ_ONLY = -5;

  private static final String WAIT = " FROM holdfast_session_wait WHERE lock_key = ?";

  static final String JOIN =
      "INSERT INTO holdfast_session_wait (namespace, name, lock_key, attempt, live_key, kept_ms,"
          + " stamp) VALUES (?, ?, ?, ?, ?, 0, 0)";
  static final String LEAVE = "DELETE FROM holdfast_session_wait WHERE seq = ?";
  static final String LEAVE_UNKNOWN = "DELETE" + WAIT + " AND attempt = ? AND kept_ms = 0";
  static final String UNKEEP = "DELETE" + WAIT + " AND kept_ms > 0";
  static final String KEPT = "SELECT seq" + WAIT + " AND kept_ms > 0";
  static final String KEEP_NO_MORE = UNKEEP + " AND attempt = ?";
  static final String RECORDED =
      "SELECT attempt, stamp, conn FROM holdfast_session_hold WHERE lock_key = ?";

  /** Forgets a last stamp that none can follow, so that they go on from the clock. */
  static final String FORGET_SPENT =
      "DELETE FROM holdfast_session_hold WHERE lock_key = ? AND stamp >= "
          + Standing.Holding.LAST_STAMP;

  static final String ANSWERED = "DELETE FROM holdfast_session_ask WHERE conn = ? AND lock_key = ?";
  static final String LAYOUT = "SELECT MAX(version) FROM holdfast_session_layout";

  private final Dialect dialect;
  private final String takeEnd;
  private final String takeInTurnEnd;
  final String keep;
  final String keepOn;
  final String leaveAll;
  final String unkeepOld;
  final String forgetOld;
  final String forgetOldAsks;
  final String waiters;
  final String names;
  final String deadPlaces;

  SessionSql(Dialect dialect) {
    this.dialect = dialect;
    String ahead = "((kept_ms = 0 AND seq < ?) OR kept_ms >= " + millis() + ")";
    String granted =
        " WHEN "
            + tryLock()
            + " THEN GREATEST("
            + micros()
            + ", COALESCE((SELECT stamp + 1 FROM holdfast_session_hold"
            + " WHERE lock_key = ?), 0)) ELSE 0 END";
    takeEnd = " WHEN EXISTS (SELECT 1" + WAIT + ") THEN -1" + granted;
    takeInTurnEnd =
        " WHEN NOT EXISTS (SELECT 1 FROM holdfast_session_wait WHERE seq = ?)"
            + " THEN -3 WHEN EXISTS (SELECT 1"
            + WAIT
            + " AND "
            + ahead
            + ") THEN -1"
            + granted
            + ", (SELECT COUNT(*)"
            + WAIT
            + " AND kept_ms = 0 AND seq < ?), CASE WHEN "
            + isHeld("?")
            + " THEN (SELECT attempt FROM holdfast_session_hold WHERE lock_key = ?)"
            + " ELSE (SELECT attempt"
            + WAIT
            + " ORDER BY seq LIMIT 1) END";
    keep =
        "INSERT INTO holdfast_session_wait (namespace, name, lock_key, attempt, live_key, stamp,"
            + " kept_ms) SELECT ?, ?, ?, ?, ?, ?, "
            + millis()
            + " + ?";
    keepOn =
        "UPDATE holdfast_session_wait SET kept_ms = GREATEST(kept_ms, "
            + millis()
            + " + ?) WHERE lock_key = ? AND attempt = ? AND kept_ms > 0";
    leaveAll = "DELETE FROM holdfast_session_wait WHERE live_key = ? AND kept_ms = 0" + some();
    unkeepOld =
        "DELETE FROM holdfast_session_wait WHERE kept_ms > 0 AND kept_ms < " + millis() + some();
    forgetOld =
        "DELETE FROM holdfast_session_hold WHERE stamp < ("
            + millis()
            + " - 86400000) * 1000 AND NOT ("
            + isHeld("lock_key")
            + ")"
            + some();
    forgetOldAsks =
        "DELETE FROM holdfast_session_ask WHERE asked_ms < " + millis() + " - 60000" + some();
    waiters =
        "SELECT seq, attempt, stamp, CASE WHEN kept_ms > 0 THEN kept_ms - "
            + millis()
            + " ELSE 0 END"
            + WAIT
            + " AND (kept_ms >= "
            + millis()
            + " OR (kept_ms = 0 AND "
            + isHeld("live_key")
            + ")) ORDER BY seq";
    names =
        "SELECT name FROM holdfast_session_hold WHERE namespace = ? AND "
            + isHeldBy("lock_key", "conn")
            + " UNION SELECT name FROM holdfast_session_wait WHERE namespace = ? AND (kept_ms >= "
            + millis()
            + " OR (kept_ms = 0 AND "
            + isHeld("live_key")
            + ")) LIMIT ?";
    deadPlaces =
        "SELECT seq"
            + WAIT
            + " AND ((kept_ms = 0 AND NOT ("
            + isHeld("live_key")
            + ")) OR (kept_ms > 0 AND kept_ms < "
            + millis()
            + "))";
  }

  /** The session that a statement expects; it answers another one with -2. */
  private String begin(long session) {
    return "SELECT CASE WHEN "
        + session()
        + " <> "
        + session
        + " THEN -2 WHEN "
        + isReadOnly()
        + " THEN -5";
  }

  /**
   * Takes a lock on a connection if the queue is empty: it has no dead places either. The key is
   * bound to it, three times.
   */
  String take(long session) {
    return begin(session) + takeEnd;
  }

  /**
   * Takes a lock on a connection if no place is before the given one. Answers besides how many are,
   * and whose the lock is, or whose turn if it is free. Bound: place, key, place, key, key, key,
   * place, key, key, key.
   */
  String takeInTurn(long session) {
    return begin(session) + takeInTurnEnd;
  }

  /** The statements for a database; null if its connections have no locks. */
  public static @Nullable SessionSql of(Dialect dialect) {
    if (dialect instanceof PostgresDialect) {
      return new PostgresSessionSql(dialect);
    }
    return dialect instanceof MySqlDialect mySql ? new MySqlSessionSql(mySql) : null;
  }

  /** The locks that a session should give up. */
  String asked() {
    return keys("holdfast_session_ask k ON k.conn = ?");
  }

  /** Which of some locks others wait for. */
  String wanted(int size) {
    return keys(
        "holdfast_session_wait k ON k.kept_ms = 0 AND k.lock_key IN (?"
            + ", ?".repeat(size - 1)
            + ")");
  }

  /** Always a row, which tells the server's role. */
  private String keys(String from) {
    return "SELECT DISTINCT k.lock_key, CASE WHEN "
        + isReadOnly()
        + " THEN 1 ELSE 0 END FROM (SELECT 1 AS one) r LEFT JOIN "
        + from;
  }

  /**
   * Runs {@link #asked} or {@link #wanted} on a connection that has locks.
   *
   * @throws SQLException if the server's locks count for nothing any more, too
   */
  Set<Object> keys(Statements statements, String query, Object... arguments) throws SQLException {
    Set<Object> keys = new HashSet<>();
    boolean readOnly =
        statements
            .all(
                query,
                row -> {
                  if (row.getObject(1) != null) {
                    keys.add(keyReader().read(row));
                  }
                  return row.getLong(2) == 1;
                },
                arguments)
            .contains(true);
    if (readOnly) {
      throw noPrimary();
    }
    return keys;
  }

  /** What a connection with locks ends with when its server is no primary, or no longer. */
  final SQLException noPrimary() {
    return new SQLTransientException(whyReadOnly());
  }

  /** The bytes a key is made of. */
  static byte[] hash(String scope, String namespace, String name) {
    try {
      MessageDigest hash = MessageDigest.getInstance("SHA-256");
      for (String part : new String[] {"holdfast", scope, namespace}) {
        hash.update(part.getBytes(StandardCharsets.UTF_8));
        hash.update((byte) 0);
      }
      return hash.digest(name.getBytes(StandardCharsets.UTF_8));
    } catch (NoSuchAlgorithmException impossible) {
      throw new IllegalStateException("every Java has SHA-256", impossible);
    }
  }

  /** The key made of a hash, as statements are bound to it. */
  abstract Object key(byte[] hash);

  /** Reads a key from the first column. */
  abstract Statements.Reader<Object> keyReader();

  /** An expression: the number of the connection's session. */
  public abstract String session();

  /** A condition: the server, asked now, is none whose locks exclude all clients. */
  abstract String isReadOnly();

  /** What {@link #isReadOnly} means, and what to do. */
  abstract String whyReadOnly();

  /** A condition: takes the lock of the key that is bound, unless another session has it. */
  abstract String tryLock();

  /** Gives a lock back; 1 if this session had it. */
  abstract String unlock();

  /** The session that has the lock of the key that is bound, if one has. */
  abstract String holder();

  /** A condition: a session has the lock of a key. */
  abstract String isHeld(String key);

  /** A condition: this session has the lock of a key. */
  abstract String isHeldBy(String key, String session);

  /** An expression: the time now, not when the statement began, in microseconds since 1970. */
  abstract String micros();

  /** An expression: milliseconds since 1970. */
  final String millis() {
    return dialect.clock();
  }

  /** Ends a statement that deletes by no key: what a database wants that is told to be careful. */
  abstract String some();

  /** Writes the holder of a name, unless a later one is written there. */
  abstract String record();

  /** Writes down that a lock should be given up. */
  abstract String ask();

  /** What locks and tables are parted by in this server: the database, the schema. */
  abstract String scope();

  /** Whether a server that was asked for a lock says that it has no room for more. */
  abstract boolean isFull(SQLException error);

  /** Whether a server did nothing of a statement, since a table is locked, and lives. */
  abstract boolean isOnlyBusy(SQLException error);

  /** Ends a session by force. */
  abstract void kill(Statements statements, long session) throws SQLException;

  /**
   * Sets up a connection that is to have locks.
   *
   * @return why it cannot have any; null if it can
   */
  abstract @Nullable String begin(Statements statements, Duration idle, String client)
      throws SQLException;

  /** Whether the server ends a session by itself that has been silent for long enough. */
  public abstract boolean endsIdle(Statements statements) throws SQLException;

  /** The name of the resource with the tables. */
  abstract String schema();
}
