package dev.holdfast.jdbc.internal.database;

import java.sql.SQLException;

/** Runs work between a beginning and a commit; nothing of it stays when it fails. */
public final class Transaction {
  private static final System.Logger LOG = System.getLogger(Transaction.class.getName());

  /** What happens on a connection. */
  public interface Work<T> {
    T run(Statements statements) throws SQLException;
  }

  private Transaction() {}

  /** Runs work that writes, alone, and tells others what it noted for them. */
  public static <T> T write(Dialect dialect, Statements statements, Work<T> work)
      throws SQLException {
    statements.forgetWords();
    dialect.beginWrite(statements);
    T result = finish(dialect, statements, work);
    tell(dialect, statements);
    return result;
  }

  /** What has happened has happened, whether others hear of it or not. */
  private static void tell(Dialect dialect, Statements statements) {
    if (statements.words().isEmpty()) {
      return;
    }
    try {
      dialect.tell(statements, statements.words());
    } catch (SQLException unheard) {
      LOG.log(System.Logger.Level.DEBUG, "waiting clients will ask by themselves", unheard);
      statements.spoil();
    }
  }

  /** Runs work that makes tables, alone. */
  public static <T> T schema(Dialect dialect, Statements statements, Work<T> work)
      throws SQLException {
    dialect.beginSchema(statements);
    try {
      return finish(dialect, statements, work);
    } finally {
      dialect.endSchema(statements);
    }
  }

  /** Runs queries that see one instant. */
  public static <T> T read(Dialect dialect, Statements statements, Work<T> work)
      throws SQLException {
    dialect.beginRead(statements);
    return finish(dialect, statements, work);
  }

  private static <T> T finish(Dialect dialect, Statements statements, Work<T> work)
      throws SQLException {
    boolean committed = false;
    try {
      T result = work.run(statements);
      dialect.commit(statements);
      committed = true;
      return result;
    } finally {
      if (!committed) {
        rollback(dialect, statements);
      }
    }
  }

  private static void rollback(Dialect dialect, Statements statements) {
    try {
      dialect.rollback(statements);
    } catch (SQLException stillOpen) {
      // Some errors end the transaction by themselves; on a connection on which one may be open
      // nothing else may be done.
      statements.spoil();
    }
  }
}
