package dev.holdfast.jdbc.internal.database;

import java.nio.file.Path;
import java.sql.SQLException;
import java.sql.SQLRecoverableException;
import java.sql.SQLTransientException;
import java.time.Duration;
import java.util.Objects;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * SQLite: one writer at a time for the whole database, so {@code BEGIN IMMEDIATE} is all the
 * locking there is; readers never wait in WAL mode.
 */
public final class SqliteDialect extends Dialect {
  // Primary result codes, https://sqlite.org/rescode.html
  private static final int BUSY = 5;
  private static final int LOCKED = 6;
  private static final int NOMEM = 7;
  private static final int IOERR = 10;
  private static final int FULL = 13;
  private static final int PROTOCOL = 15;

  private static final Set<Integer> BUSY_CODES = Set.of(BUSY, LOCKED, PROTOCOL);
  private static final Set<Integer> TRANSIENT_CODES =
      Set.of(BUSY, LOCKED, PROTOCOL, NOMEM, IOERR, FULL);

  @Override
  public String product() {
    return "SQLite";
  }

  @Override
  public String clock() {
    // Within one statement every 'now' is the same instant. The double is exact to 40 microseconds
    // and stands for a whole millisecond, so rounding restores it. No newer function is needed.
    return "CAST(ROUND((julianday('now') - 2440587.5) * 86400000.0) AS INTEGER)";
  }

  @Override
  public String greatest(String one, String other) {
    return "MAX(" + one + ", " + other + ")";
  }

  @Override
  public String usual() {
    // One writer at a time: what a statement looks for elsewhere cannot change meanwhile.
    return "NOT EXISTS (SELECT 1 FROM holdfast_queue q"
        + " WHERE q.namespace = holdfast_lock.namespace AND q.name = holdfast_lock.name)";
  }

  @Override
  public String notMarked() {
    return "NOT EXISTS (SELECT 1 FROM holdfast_mark m WHERE m.namespace = holdfast_lock.namespace"
        + " AND m.name = holdfast_lock.name AND m.attempt = ?)";
  }

  @Override
  public boolean listsValues() {
    return true;
  }

  @Override
  public String settling() {
    return "";
  }

  @Override
  public void unsettle(Statements statements, String namespace, byte[] name) {
    // The tables say so themselves.
  }

  @Override
  public String schema() {
    return "sqlite.sql";
  }

  @Override
  public @Nullable String change(long version) {
    return version == 1 ? "sqlite-1-to-2.sql" : null;
  }

  @Override
  public String countOfLayoutTables() {
    return "SELECT COUNT(*) FROM sqlite_master WHERE type = 'table' AND name = 'holdfast_layout'";
  }

  @Override
  public @Nullable String refusal(Statements statements) throws SQLException {
    return fileName(statements).isEmpty()
        ? "the database is in memory or temporary, so every connection has its own and no lock would"
            + " be shared; give the data source a file, or use the URL memory: for locks within one"
            + " process"
        : null;
  }

  /** Empty for a database in memory or a temporary one. */
  private static String fileName(Statements statements) throws SQLException {
    // Column 3 is the file of the main database.
    String file =
        statements.first("PRAGMA database_list", row -> Objects.toString(row.getString(3), ""));
    return Objects.toString(file, "");
  }

  @Override
  public @Nullable Path file(Statements statements) throws SQLException {
    String name = fileName(statements);
    return name.isEmpty() ? null : Path.of(name);
  }

  @Override
  public Duration longestAnswer() {
    return Duration.ZERO;
  }

  @Override
  public void beginWrite(Statements statements) throws SQLException {
    statements.run("BEGIN IMMEDIATE");
  }

  @Override
  public void lock(Statements statements, String namespace, byte[] name) {
    // The whole database is, since the transaction began.
  }

  @Override
  public boolean locksNames() {
    return false;
  }

  @Override
  void beginSchema(Statements statements) throws SQLException {
    beginWrite(statements);
  }

  @Override
  void endSchema(Statements statements) {}

  @Override
  void beginRead(Statements statements) throws SQLException {
    statements.run("BEGIN");
  }

  @Override
  public void commit(Statements statements) throws SQLException {
    statements.run("COMMIT");
  }

  @Override
  public void rollback(Statements statements) throws SQLException {
    statements.run("ROLLBACK");
  }

  @Override
  public boolean isBusy(SQLException error) {
    return BUSY_CODES.contains(error.getErrorCode());
  }

  @Override
  public boolean isTransient(SQLException error) {
    return TRANSIENT_CODES.contains(error.getErrorCode())
        || error instanceof SQLTransientException
        || error instanceof SQLRecoverableException;
  }
}
