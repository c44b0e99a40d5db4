package dev.holdfast.jdbc.internal.database;

import java.sql.Connection;
import java.sql.SQLException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** PostgreSQL. */
public final class PostgresDialect extends ServerDialect {
  // https://www.postgresql.org/docs/current/errcodes-appendix.html
  private static final Set<String> BUSY_STATES =
      Set.of(
          "40001", // serialization failure
          "40P01", // deadlock
          "55P03"); // lock not available in time

  private static final String IN_TRANSACTION = "25001";
  private static final String CANCELLED = "57014";
  private static final Duration CANCELLED_AFTER = Duration.ofSeconds(2);

  // READ COMMITTED, since what is read after the name's row was locked must be what the last one
  // left. A client that is stopped in the middle keeps the row, and with it everybody else from the
  // name, until the server ends its session. Not READ WRITE, as the statements that are
  // transactions
  // by themselves cannot say so either: where transactions are read-only by default, no form of a
  // lock writes.
  private static final String BEGIN_WRITE =
      "BEGIN ISOLATION LEVEL READ COMMITTED;"
          + " SET LOCAL lock_timeout = '1s';"
          + " SET LOCAL idle_in_transaction_session_timeout = '5s'";

  // Any number that another program is unlikely to use.
  private static final String ALONE_IN_SCHEMA = "SELECT pg_advisory_xact_lock(5217365834219771239)";

  // Rows are found by the index of the column that says how old they are, and deleted by where they
  // are, whatever the server believes of the table: its statistics may be of a time when there were
  // few rows, and plans made by them took minutes.
  private static final String BEGIN_CLEANUP =
      "BEGIN ISOLATION LEVEL READ COMMITTED;"
          + " SET LOCAL lock_timeout = '1s'; SET LOCAL statement_timeout = '2s';"
          + " SET LOCAL idle_in_transaction_session_timeout = '5s';"
          + " SET LOCAL enable_seqscan = off; SET LOCAL enable_bitmapscan = off;"
          + " SET LOCAL enable_sort = off";
  private static final String ALONE_IN_CLEANUP =
      "SELECT CASE WHEN pg_try_advisory_xact_lock(5217365834219771240) THEN 1 ELSE 0 END";

  // Not in the transaction that it tells of. One that notifies has a lock of the whole server while
  // it commits, so they would wait for the disk one after the other, and one could fail because
  // another client does not listen; this one waits for no disk, and nothing rests on it.
  private static final String BEGIN_TELLING =
      "BEGIN; SET LOCAL synchronous_commit = off; SET LOCAL lock_timeout = '1s'; SELECT ";
  private static final int MOST_WORDS = 16;

  @Override
  public String product() {
    return "PostgreSQL";
  }

  @Override
  public String clock() {
    // Not now(), which is when the transaction began.
    return "CAST(FLOOR(EXTRACT(EPOCH FROM clock_timestamp()) * 1000) AS BIGINT)";
  }

  @Override
  public String usual() {
    // A statement that is a transaction by itself must not wait for a row without a bound, too. The
    // setting ends with that transaction.
    return super.usual() + " AND (SELECT set_config('lock_timeout', '1s', true)) IS NOT NULL";
  }

  /**
   * A table is locked before anything of the statement is evaluated, so {@link #usual} comes too
   * late for that; and to tell the server so takes another statement.
   */
  @Override
  public Duration cancelledAfter() {
    return CANCELLED_AFTER;
  }

  @Override
  public boolean isTransient(SQLException error) {
    return super.isTransient(error) || CANCELLED.equals(error.getSQLState());
  }

  @Override
  String lockRow() {
    return "SELECT 1 FROM holdfast_lock" + THIS_ROW + " FOR UPDATE";
  }

  @Override
  String unlessThere() {
    return " ON CONFLICT DO NOTHING";
  }

  @Override
  public String schema() {
    return "postgresql.sql";
  }

  @Override
  public String countOfLayoutTables() {
    // Found by its name alone, as all our statements look for it. Not to_regclass: its memory of
    // what is not there lasts while this session waits for another one that makes the tables.
    return "SELECT COUNT(*) FROM pg_catalog.pg_class"
        + " WHERE relname = 'holdfast_layout' AND pg_catalog.pg_table_is_visible(oid)";
  }

  @Override
  public @Nullable String refusal(Statements statements) throws SQLException {
    String version = statements.first("SELECT version()", row -> row.getString(1));
    // Some databases speak PostgreSQL's protocol; what they promise about rows is their own.
    if (version == null || !version.startsWith("PostgreSQL ")) {
      return "the database speaks like PostgreSQL, but says that it is " + version;
    }
    int number =
        Math.toIntExact(
            statements.firstLong("SELECT CAST(current_setting('server_version_num') AS BIGINT)"));
    return number < 120_000
        ? "the server is " + version + ", but Holdfast needs PostgreSQL 12 or later"
        : null;
  }

  /** The driver knows, and refuses this then, without asking the server. */
  @Override
  public boolean isInTransaction(Connection lent) throws SQLException {
    try {
      lent.setReadOnly(lent.isReadOnly());
      return false;
    } catch (SQLException error) {
      if (IN_TRANSACTION.equals(error.getSQLState())) {
        return true;
      }
      throw error;
    }
  }

  @Override
  public void beginWrite(Statements statements) throws SQLException {
    statements.run(BEGIN_WRITE);
  }

  @Override
  public boolean tells() {
    return true;
  }

  @Override
  public boolean canHear(Statements statements) throws SQLException {
    return PgWire.isDirect(statements);
  }

  @Override
  public void tell(Statements statements, List<Statements.Word> words) throws SQLException {
    String notify = "pg_notify(?, " + clock() + " || ' ' || ?)";
    for (int from = 0; from < words.size(); from += MOST_WORDS) {
      List<Statements.Word> some = words.subList(from, Math.min(from + MOST_WORDS, words.size()));
      List<Object> arguments = new ArrayList<>();
      some.forEach(word -> arguments.addAll(List.of(word.channel(), word.text())));
      statements.run(
          BEGIN_TELLING + notify + (", " + notify).repeat(some.size() - 1) + "; COMMIT",
          arguments.toArray());
    }
  }

  @Override
  public String deleteSome(String table, String key, String order, String condition) {
    return "DELETE FROM "
        + table
        + " WHERE ctid = ANY (ARRAY(SELECT ctid FROM "
        + table
        + " WHERE "
        + condition
        + " ORDER BY "
        + order
        + " LIMIT ? FOR UPDATE SKIP LOCKED))";
  }

  @Override
  public boolean bindsTwice() {
    // The rows are locked as they were found. With the condition once more, all rows of which it is
    // true were looked through for these.
    return false;
  }

  @Override
  public boolean beginCleanup(Statements statements) throws SQLException {
    statements.run(BEGIN_CLEANUP);
    boolean alone = statements.firstLong(ALONE_IN_CLEANUP) == 1;
    if (!alone) {
      rollback(statements);
    }
    return alone;
  }

  @Override
  public void endCleanup(Statements statements) throws SQLException {
    commit(statements);
  }

  @Override
  void beginSchema(Statements statements) throws SQLException {
    beginWrite(statements);
    boolean done = false;
    try {
      statements.first(ALONE_IN_SCHEMA, row -> row);
      done = true;
    } finally {
      if (!done) {
        rollback(statements);
      }
    }
  }

  @Override
  void endSchema(Statements statements) {
    // The lock ended with the transaction.
  }

  @Override
  void beginRead(Statements statements) throws SQLException {
    statements.run("BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY");
  }

  @Override
  public boolean isBusy(String state, int code) {
    return BUSY_STATES.contains(state);
  }
}
