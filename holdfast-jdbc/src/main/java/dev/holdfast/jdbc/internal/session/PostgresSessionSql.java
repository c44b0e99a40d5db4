package dev.holdfast.jdbc.internal.session;

import dev.holdfast.jdbc.internal.database.Dialect;
import dev.holdfast.jdbc.internal.database.Statements;
import java.nio.ByteBuffer;
import java.sql.SQLException;
import java.time.Duration;
import org.jspecify.annotations.Nullable;

/** Advisory locks of PostgreSQL, whose keys are numbers of 64 bits. */
final class PostgresSessionSql extends SessionSql {
  private static final String LOCKS =
      "pg_catalog.pg_locks l WHERE l.locktype = 'advisory' AND l.granted AND l.objsubid = 1"
          + " AND l.database = (SELECT d.oid FROM pg_catalog.pg_database d"
          + " WHERE d.datname = current_database())"
          + " AND ((CAST(l.classid AS BIGINT) << 32) | CAST(l.objid AS BIGINT)) = ";

  /** The first that ends sessions that are silent. */
  private static final long ENDS_IDLE = 140_000;

  PostgresSessionSql(Dialect dialect) {
    super(dialect);
  }

  @Override
  Object key(byte[] hash) {
    return ByteBuffer.wrap(hash).getLong();
  }

  @Override
  Statements.Reader<Object> keyReader() {
    return row -> row.getLong(1);
  }

  @Override
  public String session() {
    return "CAST(pg_backend_pid() AS BIGINT)";
  }

  @Override
  String isReadOnly() {
    return "(pg_is_in_recovery() OR current_setting('transaction_read_only') = 'on')";
  }

  @Override
  String whyReadOnly() {
    return "the server is a standby, or read-only (default_transaction_read_only), so its locks"
        + " exclude no client of the primary; name the primary (several hosts:"
        + " ?targetServerType=primary)";
  }

  @Override
  String tryLock() {
    return "pg_try_advisory_lock(?)";
  }

  @Override
  String unlock() {
    return "SELECT CASE WHEN pg_advisory_unlock(?) THEN 1 ELSE 0 END";
  }

  @Override
  String holder() {
    return "SELECT CAST(l.pid AS BIGINT) FROM " + LOCKS + "?";
  }

  @Override
  String isHeld(String key) {
    return "EXISTS (SELECT 1 FROM " + LOCKS + key + ")";
  }

  @Override
  String isHeldBy(String key, String session) {
    return "EXISTS (SELECT 1 FROM " + LOCKS + key + " AND l.pid = " + session + ")";
  }

  @Override
  String micros() {
    return "CAST(FLOOR(EXTRACT(EPOCH FROM clock_timestamp()) * 1000000) AS BIGINT)";
  }

  @Override
  String some() {
    return "";
  }

  @Override
  String record() {
    return "INSERT INTO holdfast_session_hold (namespace, name, lock_key, conn, attempt, stamp)"
        + " VALUES (?, ?, ?, ?, ?, ?) ON CONFLICT (lock_key) DO UPDATE SET"
        + " conn = excluded.conn, attempt = excluded.attempt,"
        + " stamp = excluded.stamp WHERE excluded.stamp > holdfast_session_hold.stamp";
  }

  @Override
  String ask() {
    return "INSERT INTO holdfast_session_ask (conn, lock_key, asked_ms) SELECT ?, ?, "
        + millis()
        + " ON CONFLICT (conn, lock_key) DO UPDATE SET asked_ms = excluded.asked_ms";
  }

  @Override
  String scope() {
    // Keys are apart from those of other databases anyway.
    return "SELECT current_schema()";
  }

  @Override
  boolean isFull(SQLException error) {
    // Out of shared memory: see max_locks_per_transaction.
    return "53200".equals(error.getSQLState());
  }

  @Override
  boolean isOnlyBusy(SQLException error) {
    return "55P03".equals(error.getSQLState());
  }

  @Override
  void kill(Statements statements, long session) throws SQLException {
    statements.first(
        "SELECT pg_terminate_backend(CAST(? AS INTEGER))", row -> row.getBoolean(1), session);
  }

  @Override
  @Nullable String begin(Statements statements, Duration idle, String client) throws SQLException {
    if (statements.firstLong("SELECT CASE WHEN " + isReadOnly() + " THEN 1 ELSE 0 END") == 1) {
      return whyReadOnly();
    }
    // For people who look at pg_stat_activity; it keeps the first 63 characters.
    statements.first(
        "SELECT set_config('application_name', ?, false)",
        row -> row.getString(1),
        "holdfast " + client);
    statements.first("SELECT set_config('lock_timeout', '500ms', false)", row -> row.getString(1));
    if (endsIdle(statements)) {
      statements.first(
          "SELECT set_config('idle_session_timeout', ?, false)",
          row -> row.getString(1),
          Long.toString(idle.toMillis()));
    }
    return null;
  }

  @Override
  public boolean endsIdle(Statements statements) throws SQLException {
    return statements.firstLong("SELECT CAST(current_setting('server_version_num') AS BIGINT)")
        >= ENDS_IDLE;
  }

  @Override
  String schema() {
    return "postgresql-session.sql";
  }
}
