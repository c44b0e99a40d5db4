package dev.holdfast.jdbc.internal.database;

import java.sql.SQLException;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * H2, for development and tests: in memory, in a file, and over TCP. It locks rows as a server
 * does, and looks again at a row for which it waited.
 */
public final class H2Dialect extends ServerDialect {
  // https://h2database.com/javadoc/org/h2/api/ErrorCode.html
  private static final Set<Integer> BUSY_CODES =
      Set.of(
          23505, // another client made the row of the name meanwhile
          40001, // deadlock
          50200, // no lock in time
          90131); // the row was changed by another transaction
  private static final Set<Integer> TRANSIENT_CODES =
      Set.of(
          90007, // closed
          90067, // the connection is broken
          90098, // the database was closed
          90121); // the database is being closed

  private static final int OLDEST = 2;

  /** In others an empty text is none, as the namespace may be, or there is no LIMIT. */
  private static final Set<String> MODES = Set.of("REGULAR", "POSTGRESQL", "MYSQL", "MARIADB");

  // There is no isolation level of one transaction: this is of all that follow on the connection.
  private static final String ISOLATION = "SET SESSION CHARACTERISTICS AS TRANSACTION ISOLATION ";
  private static final String COMMITTED = ISOLATION + "LEVEL READ COMMITTED";
  private static final String ONE_INSTANT = ISOLATION + "LEVEL SNAPSHOT";

  @Override
  public String product() {
    return "H2";
  }

  @Override
  public String clock() {
    // A function that the schema makes. H2's own times are when a statement, or in some of its
    // modes a transaction, began, and a statement may have waited for a row since then.
    return "holdfast_millis()";
  }

  @Override
  public String clockWithoutTables() {
    return "DATEDIFF(MILLISECOND, TIMESTAMP WITH TIME ZONE '1970-01-01 00:00:00+00',"
        + " CURRENT_TIMESTAMP)";
  }

  @Override
  public String returningStamp() {
    return "";
  }

  @Override
  public Optional<Long> stampOf(Statements statements, String sql, Object... arguments)
      throws SQLException {
    String returning = "SELECT stamp FROM FINAL TABLE (" + sql + ")";
    List<Long> stamps = statements.all(returning, row -> row.getLong(1), arguments);
    return stamps.stream().findFirst();
  }

  @Override
  String lockRow() {
    return "SELECT 1 FROM holdfast_lock" + THIS_ROW + " FOR UPDATE";
  }

  @Override
  String unlessThere() {
    // Not in all of H2's modes is there a word for it; if there is a row, that is "busy".
    return "";
  }

  @Override
  public String schema() {
    return "h2.sql";
  }

  @Override
  public String countOfLayoutTables() {
    return "SELECT COUNT(*) FROM information_schema.tables"
        + " WHERE table_schema = CURRENT_SCHEMA AND UPPER(table_name) = 'HOLDFAST_LAYOUT'";
  }

  @Override
  public @Nullable String refusal(Statements statements) throws SQLException {
    String version = statements.first("SELECT H2VERSION()", row -> row.getString(1));
    if (version == null || Integer.parseInt(version.replaceFirst("\\..*", "")) < OLDEST) {
      return "the database is H2 " + version + ", but Holdfast needs H2 2 or later";
    }
    String name = statements.first("SELECT DATABASE()", row -> row.getString(1));
    if ("UNNAMED".equalsIgnoreCase(name)) {
      return "the database in memory has no name, so every connection has its own and no lock would"
          + " be shared; give it one, as in jdbc:h2:mem:app;DB_CLOSE_DELAY=-1";
    }
    String mode =
        statements.first(
            "SELECT setting_value FROM information_schema.settings WHERE setting_name = 'MODE'",
            row -> row.getString(1));
    if (mode != null && !MODES.contains(mode.toUpperCase(Locale.ROOT))) {
      return "the database is in H2's mode "
          + mode
          + ", which Holdfast does not know; it knows the usual one, PostgreSQL, MySQL and MariaDB."
          + " Keep locks in a database of their own, as in jdbc:h2:mem:locks;DB_CLOSE_DELAY=-1";
    }
    String level =
        statements.first(
            "SELECT isolation_level FROM information_schema.sessions"
                + " WHERE session_id = SESSION_ID()",
            row -> row.getString(1));
    return "READ COMMITTED".equals(level)
        ? null
        : "its connections have the isolation level " + level + ", but locks need READ COMMITTED";
  }

  @Override
  public void beginWrite(Statements statements) throws SQLException {
    statements.run("BEGIN");
  }

  @Override
  void beginSchema(Statements statements) {
    // Each statement that makes a table is a transaction by itself, and may be run by several.
  }

  @Override
  void endSchema(Statements statements) {}

  @Override
  void beginRead(Statements statements) throws SQLException {
    statements.run(ONE_INSTANT);
    statements.run("BEGIN");
  }

  @Override
  public void commit(Statements statements) throws SQLException {
    super.commit(statements);
    statements.run(COMMITTED);
  }

  @Override
  public void rollback(Statements statements) throws SQLException {
    super.rollback(statements);
    statements.run(COMMITTED);
  }

  @Override
  boolean isBusy(String state, int code) {
    return BUSY_CODES.contains(code);
  }

  @Override
  public boolean isTransient(SQLException error) {
    return super.isTransient(error) || TRANSIENT_CODES.contains(error.getErrorCode());
  }
}
