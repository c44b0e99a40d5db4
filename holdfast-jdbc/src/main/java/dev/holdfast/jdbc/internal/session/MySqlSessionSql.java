package dev.holdfast.jdbc.internal.session;

import dev.holdfast.jdbc.internal.database.MySqlDialect;
import dev.holdfast.jdbc.internal.database.Statements;
import java.sql.SQLException;
import java.time.Duration;
import java.util.HexFormat;
import org.jspecify.annotations.Nullable;

/** The locks of {@code GET_LOCK}, whose keys are up to 64 characters without case. */
final class MySqlSessionSql extends SessionSql {
  private static final int KEY_BYTES = 28;

  private final MySqlDialect dialect;

  MySqlSessionSql(MySqlDialect dialect) {
    super(dialect);
    this.dialect = dialect;
  }

  @Override
  Object key(byte[] hash) {
    return "hf:" + HexFormat.of().formatHex(hash, 0, KEY_BYTES);
  }

  @Override
  Statements.Reader<Object> keyReader() {
    return row -> row.getString(1);
  }

  @Override
  public String session() {
    return "CONNECTION_ID()";
  }

  @Override
  String isReadOnly() {
    return "(" + dialect.isReadOnly() + dialect.orIsOffline() + ")";
  }

  @Override
  String whyReadOnly() {
    return "the server is read-only, as a replica is, so its locks exclude no client of the primary;"
        + " connect to the primary (or set read_only = OFF if this is it)";
  }

  @Override
  String tryLock() {
    return "GET_LOCK(?, 0) = 1";
  }

  @Override
  String unlock() {
    return "SELECT COALESCE(RELEASE_LOCK(?), 0)";
  }

  @Override
  String holder() {
    return "SELECT u.id FROM (SELECT IS_USED_LOCK(?) AS id) u WHERE u.id IS NOT NULL";
  }

  @Override
  String isHeld(String key) {
    return "IS_USED_LOCK(" + key + ") IS NOT NULL";
  }

  @Override
  String isHeldBy(String key, String session) {
    return "IS_USED_LOCK(" + key + ") = " + session;
  }

  @Override
  String micros() {
    // The time now, which is not when the statement began. The connection's time zone is UTC.
    return "TIMESTAMPDIFF(MICROSECOND, '1970-01-01', SYSDATE(6))";
  }

  @Override
  String some() {
    // For sql_safe_updates.
    return " LIMIT 10000";
  }

  @Override
  String record() {
    // Assigned from left to right: the stamp, by which the others are decided, comes last.
    return "INSERT INTO holdfast_session_hold (namespace, name, lock_key, conn, attempt, stamp)"
        + " VALUES (?, ?, ?, ?, ?, ?) ON DUPLICATE KEY UPDATE"
        + " conn = IF(VALUES(stamp) > stamp, VALUES(conn), conn),"
        + " attempt = IF(VALUES(stamp) > stamp, VALUES(attempt), attempt),"
        + " stamp = GREATEST(VALUES(stamp), stamp)";
  }

  @Override
  String ask() {
    return "INSERT INTO holdfast_session_ask (conn, lock_key, asked_ms) VALUES (?, ?, "
        + millis()
        + ") ON DUPLICATE KEY UPDATE asked_ms = VALUES(asked_ms)";
  }

  @Override
  String scope() {
    return "SELECT DATABASE()";
  }

  @Override
  boolean isFull(SQLException error) {
    return false;
  }

  @Override
  boolean isOnlyBusy(SQLException error) {
    return dialect.isBusy(error);
  }

  @Override
  void kill(Statements statements, long session) throws SQLException {
    statements.run("KILL " + session);
  }

  @Override
  @Nullable String begin(Statements statements, Duration idle, String client) throws SQLException {
    if (statements.firstLong("SELECT " + isReadOnly()) == 1) {
      return whyReadOnly();
    }
    long seconds = (idle.toMillis() + 999) / 1_000;
    statements.run(
        "SET SESSION time_zone = '+00:00', sql_mode = 'STRICT_TRANS_TABLES', lock_wait_timeout = 1, wait_timeout = "
            + seconds);
    return isClockNow(statements)
        ? null
        : "the server was started with --sysdate-is-now, so that no statement can say when a lock"
            + " was had";
  }

  /** Whether {@code SYSDATE} tells the time now, and not when the statement began. */
  private static boolean isClockNow(Statements statements) throws SQLException {
    return statements.firstLong("SELECT SLEEP(0.002) = 0 AND SYSDATE(6) > NOW(6)") == 1;
  }

  @Override
  public boolean endsIdle(Statements statements) {
    return true;
  }

  @Override
  String schema() {
    return "mysql-session.sql";
  }
}
