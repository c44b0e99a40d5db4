package dev.holdfast.jdbc.internal.session;

import dev.holdfast.jdbc.internal.connection.Autocommit;
import dev.holdfast.jdbc.internal.connection.Connections;
import dev.holdfast.jdbc.internal.database.Dialect;
import dev.holdfast.jdbc.internal.database.SqlFile;
import dev.holdfast.jdbc.internal.database.Statements;
import dev.holdfast.jdbc.internal.database.Transaction;
import java.sql.SQLException;
import java.sql.SQLNonTransientException;
import java.util.List;

/**
 * The tables beside the locks of sessions: the queue, and a record of holds. Unless it is said
 * otherwise each statement is a transaction by itself, on a connection that has no locks.
 * Thread-safe.
 */
public final class LockTables {
  /** The layout this version of Holdfast works with. */
  private static final long VERSION = 1;

  private final Dialect dialect;
  private final Autocommit autocommit;

  private LockTables(Dialect dialect, Autocommit autocommit) {
    this.dialect = dialect;
    this.autocommit = autocommit;
  }

  /** Makes the tables if need be. */
  public static LockTables over(Connections connections, Dialect dialect, SessionSql sql)
      throws SQLException {
    return new LockTables(
        dialect,
        Autocommit.over(
            connections,
            dialect,
            statements -> {
              ensure(dialect, sql, statements);
              for (String old : List.of(sql.unkeepOld, sql.forgetOld, sql.forgetOldAsks)) {
                statements.update(old);
              }
              return true;
            }));
  }

  private static void ensure(Dialect dialect, SessionSql sql, Statements statements)
      throws SQLException {
    String count = count(dialect);
    if (statements.firstLong(count) == 0) {
      Transaction.schema(
          dialect,
          statements,
          inside -> {
            boolean missing = inside.firstLong(count) == 0;
            for (String each : SqlFile.statements(sql.schema())) {
              if (missing) {
                inside.run(each);
              }
            }
            return missing;
          });
    }
    long version = statements.firstLong(SessionSql.LAYOUT);
    if (version != VERSION) {
      throw new SQLNonTransientException(
          "its Holdfast tables for session locks have layout version "
              + version
              + ", but this version of Holdfast knows version "
              + VERSION
              + "; use the newer Holdfast that made them here too, or another database");
    }
  }

  /** A query that tells how many of these tables there are that keep the layout's version. */
  public static String count(Dialect dialect) {
    return dialect.countOfLayoutTables().replace("holdfast_", "holdfast_session_");
  }

  /** Runs statements, each right by itself; they may run more than once. */
  <T> T run(Transaction.Work<T> work) throws SQLException {
    return autocommit.write(work);
  }

  /** Runs statements of which all or none come true; the disk is waited for once. */
  <T> T together(Transaction.Work<T> work) throws SQLException {
    return autocommit.write(statements -> Transaction.write(dialect, statements, work));
  }

  boolean isTransient(SQLException error) {
    return dialect.isTransient(error);
  }
}
