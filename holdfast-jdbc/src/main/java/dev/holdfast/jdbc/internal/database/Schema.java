package dev.holdfast.jdbc.internal.database;

import java.sql.SQLException;
import java.sql.SQLNonTransientException;
import java.sql.SQLTransientException;
import java.util.Objects;

/** The tables and the version of their layout. */
public final class Schema {
  /** The layout this version of Holdfast works with. */
  public static final long VERSION = 2;

  public static final String LAYOUT = "SELECT MAX(version) FROM holdfast_layout";

  private Schema() {}

  /** Makes the tables, or migrates earlier ones. Several clients may do so at once. */
  public static void ensure(Dialect dialect, Statements statements) throws SQLException {
    if (!exists(dialect, statements)) {
      Transaction.schema(dialect, statements, inside -> create(dialect, inside));
    }
    long version = statements.firstLong(LAYOUT);
    if (dialect.change(version) != null) {
      version = Transaction.schema(dialect, statements, inside -> change(dialect, inside));
    }
    if (version != VERSION) {
      throw new SQLNonTransientException(
          "its Holdfast tables have layout version "
              + version
              + ", but this version of Holdfast knows version "
              + VERSION
              + (version > VERSION
                  ? "; a newer Holdfast made them: use that one here too, or another database"
                  : " only; an earlier Holdfast made them: when no program uses them any more, drop"
                      + " holdfast_lock, holdfast_share, holdfast_queue, holdfast_mark and"
                      + " holdfast_layout, and they are made anew"));
    }
  }

  /** Whether a statement failed because its table is not there. */
  public static boolean isMissing(SQLException error) {
    String state = Objects.toString(error.getSQLState(), "");
    return state.equals("42P01") // PostgreSQL
        || state.equals("42S02") // MariaDB, MySQL, H2
        || state.equals("42S04") // H2, if there is no table at all
        || state.equals("90022") // H2, without the function that tells the time
        || Objects.toString(error.getMessage(), "").contains("no such table"); // SQLite
  }

  private static boolean exists(Dialect dialect, Statements statements) throws SQLException {
    return statements.firstLong(dialect.countOfLayoutTables()) > 0;
  }

  /** While no other client makes them, so whether they are there cannot change any more. */
  private static boolean create(Dialect dialect, Statements statements) throws SQLException {
    if (exists(dialect, statements)) {
      return false;
    }
    run(statements, dialect.schema());
    return true;
  }

  /**
   * The version of the tables then. Programs that made the earlier ones can no longer renew or wait
   * in the present ones, so they are changed only while none of them does.
   */
  private static long change(Dialect dialect, Statements statements) throws SQLException {
    long version = statements.firstLong(LAYOUT);
    String script = dialect.change(version);
    if (script == null) {
      return version;
    }
    String live = "expires_ms >= " + dialect.clock();
    long used =
        statements.firstLong("SELECT COUNT(*) FROM holdfast_lock WHERE kept = 0 AND " + live)
            + statements.firstLong("SELECT COUNT(*) FROM holdfast_queue WHERE " + live);
    if (used > 0) {
      throw new SQLTransientException(
          "its Holdfast tables have layout version "
              + version
              + ", and programs with an earlier Holdfast hold locks in them, or wait; when none does"
              + " any more, the next that opens them makes them version "
              + VERSION);
    }
    run(statements, script);
    return statements.firstLong(LAYOUT);
  }

  private static void run(Statements statements, String resource) throws SQLException {
    for (String sql : SqlFile.statements(resource)) {
      statements.run(sql);
    }
  }
}
