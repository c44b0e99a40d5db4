package dev.holdfast.jdbc;

import java.sql.SQLException;
import java.sql.SQLNonTransientException;

/**
 * Runs statements, each a transaction of its own, on a borrowed connection, and again while the
 * database is busy. Thread-safe.
 */
final class Autocommit {
  private final Connections connections;
  private final Dialect dialect;
  private final Patience patience;

  private Autocommit(Connections connections, Dialect dialect, Patience patience) {
    this.connections = connections;
    this.dialect = dialect;
    this.patience = patience;
  }

  /** Makes what has to be there, and learns how long the database waits by itself. */
  static Autocommit over(
      Connections connections, Dialect dialect, Transaction.Work<Boolean> preparation)
      throws SQLException {
    Autocommit impatient = new Autocommit(connections, dialect, new Patience(dialect, 0));
    long ownMillis =
        impatient.run(
            statements -> {
              String refusal = dialect.refusal(statements);
              if (refusal != null) {
                throw new SQLNonTransientException(refusal);
              }
              boolean unused = preparation.run(statements);
              return dialect.ownPatienceMillis(statements);
            });
    return new Autocommit(connections, dialect, new Patience(dialect, ownMillis));
  }

  /** Each of the statements is right by itself; they may run more than once. */
  <T> T run(Transaction.Work<T> work) throws SQLException {
    return patience.whileBusy(
        () -> {
          Statements statements = connections.take();
          statements.boundBy(dialect);
          boolean usable = false;
          try {
            T result = work.run(statements);
            usable = true;
            return result;
          } catch (SQLException error) {
            usable = dialect.isBusy(error);
            throw dialect.told(error);
          } finally {
            // While it pauses for a busy database, others may read.
            connections.giveBack(statements, usable && !statements.isSpoilt());
          }
        });
  }
}
