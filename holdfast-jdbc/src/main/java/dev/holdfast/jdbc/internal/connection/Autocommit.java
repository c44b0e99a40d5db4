package dev.holdfast.jdbc.internal.connection;

import dev.holdfast.jdbc.internal.database.BusyRetry;
import dev.holdfast.jdbc.internal.database.Dialect;
import dev.holdfast.jdbc.internal.database.Schema;
import dev.holdfast.jdbc.internal.database.SqlTask;
import dev.holdfast.jdbc.internal.database.Statements;
import dev.holdfast.jdbc.internal.database.Transaction;
import java.sql.SQLException;
import java.sql.SQLNonTransientException;
import java.time.Duration;

/**
 * Runs statements, each a transaction of its own, on a borrowed connection, and again while the
 * database is busy. Thread-safe.
 */
public final class Autocommit {
  /** How long to wait for others that open the same file: the first of them make the tables. */
  private static final Duration OPENING = Duration.ofSeconds(4);

  private final Connections connections;
  private final Dialect dialect;
  private final BusyRetry retry;
  private final Transaction.Work<Boolean> preparation;

  private Autocommit(
      Connections connections, Dialect dialect, Transaction.Work<Boolean> preparation) {
    this.connections = connections;
    this.dialect = dialect;
    this.retry = new BusyRetry(dialect);
    this.preparation = preparation;
  }

  /** Makes what has to be there. */
  public static Autocommit over(
      Connections connections, Dialect dialect, Transaction.Work<Boolean> preparation)
      throws SQLException {
    Autocommit autocommit = new Autocommit(connections, dialect, preparation);
    autocommit.prepare(OPENING, dialect.locksNames() ? BusyRetry.TOTAL : OPENING);
    return autocommit;
  }

  private void prepare(Duration queue, Duration busy) throws SQLException {
    boolean unused =
        write(
            statements -> {
              String refusal = dialect.refusal(statements);
              if (refusal != null) {
                throw new SQLNonTransientException(refusal);
              }
              return preparation.run(statements);
            },
            queue,
            busy);
  }

  /**
   * Asks again once the tables were made again that are missing: they were dropped under a client
   * that runs on, or the database was made anew. The statement that missed them changed nothing,
   * and what was held is over.
   */
  private <T> T prepared(SqlTask<T> asked) throws SQLException {
    try {
      return asked.run();
    } catch (SQLException error) {
      if (!Schema.isMissing(error)) {
        throw error;
      }
      prepare(WriterQueue.PATIENCE, BusyRetry.TOTAL);
      return asked.run();
    }
  }

  /** Statements that write; each of them is right by itself, and they may run more than once. */
  public <T> T write(Transaction.Work<T> work) throws SQLException {
    return prepared(() -> write(work, WriterQueue.PATIENCE, BusyRetry.TOTAL));
  }

  private <T> T write(Transaction.Work<T> work, Duration queue, Duration busy) throws SQLException {
    if (connections.isQueueEmpty()) {
      try {
        return once(work);
      } catch (SQLException error) {
        if (!dialect.isBusy(error)) {
          throw error;
        }
      }
    }
    return inTurn(work, queue, busy);
  }

  private <T> T inTurn(Transaction.Work<T> work, Duration queue, Duration busy)
      throws SQLException {
    try (WriterQueue.Turn turn = connections.turn(queue)) {
      return retry.whileBusy(
          busy,
          () -> {
            try {
              return once(work);
            } catch (SQLException error) {
              if (dialect.isBusy(error)) {
                turn.foundBusy();
              }
              throw error;
            }
          });
    }
  }

  /** Statements that wait for no writer; they may run more than once. */
  public <T> T run(Transaction.Work<T> work) throws SQLException {
    return prepared(() -> retry.whileBusy(BusyRetry.TOTAL, () -> once(work)));
  }

  private <T> T once(Transaction.Work<T> work) throws SQLException {
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
  }
}
