package dev.holdfast.jdbc;

import java.sql.SQLException;
import java.sql.SQLNonTransientException;
import java.sql.SQLTransientException;

/** The tables and the version of their layout. */
final class Schema {
  /** The layout this version of Holdfast works with. */
  static final long VERSION = 2;

  private Schema() {}

  /** Makes the tables, or migrates earlier ones. Several clients may do so at once. */
  static void ensure(Dialect dialect, Statements statements) throws SQLException {
    if (!exists(dialect, statements)) {
      Transaction.schema(dialect, statements, inside -> create(dialect, inside));
    }
    long version = statements.firstLong(Sql.LAYOUT);
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
    long version = statements.firstLong(Sql.LAYOUT);
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
    return statements.firstLong(Sql.LAYOUT);
  }

  private static void run(Statements statements, String resource) throws SQLException {
    for (String sql : SqlFile.statements(resource)) {
      statements.run(sql);
    }
  }
}
