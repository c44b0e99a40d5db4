package dev.holdfast.jdbc.internal.session;

import dev.holdfast.jdbc.internal.connection.BackgroundTask;
import dev.holdfast.jdbc.internal.connection.BorrowedConnection;
import dev.holdfast.jdbc.internal.database.Statements;
import dev.holdfast.jdbc.internal.database.Transaction;
import java.sql.SQLException;
import java.sql.SQLRecoverableException;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReference;
import java.util.concurrent.locks.ReentrantLock;
import org.jspecify.annotations.Nullable;

/**
 * One connection that has locks: of several attempts, and one of its own that says that it lives.
 * Used by one thread at a time, under {@link #use}. It ends once; then nothing that was had through
 * it is had any more, or will be soon.
 */
final class LockConnection {
  private static final System.Logger LOG = System.getLogger(LockConnection.class.getName());

  final long session;
  final Object liveKey;
  final String take;
  final String takeInTurn;
  final ReentrantLock use = new ReentrantLock();
  final Set<SessionAttempt> attempts = ConcurrentHashMap.newKeySet();
  private final Statements statements;
  private final SessionSql sql;
  private final boolean owned;
  private final AtomicBoolean over = new AtomicBoolean();
  private final AtomicReference<@Nullable Exception> trouble = new AtomicReference<>();
  private final AtomicInteger looking = new AtomicInteger();
  private int idleBeats;

  /**
   * A connection that has its own lock already.
   *
   * @param owned whether it ends when it is closed, and does not go back to a pool
   */
  LockConnection(
      Statements statements, SessionSql sql, long session, Object liveKey, boolean owned) {
    this.take = sql.take(session);
    this.takeInTurn = sql.takeInTurn(session);
    this.sql = sql;
    this.owned = owned;
    this.statements = statements;
    this.session = session;
    this.liveKey = liveKey;
  }

  boolean isOver() {
    return over.get();
  }

  /** Why it ended, if something went wrong. */
  @Nullable Exception trouble() {
    return trouble.get();
  }

  /**
   * Runs statements on it. If it fails then the connection counts as ended: what the server has
   * done is not known.
   */
  <T> T run(Transaction.Work<T> work) throws SQLException {
    use.lock();
    try {
      if (isOver()) {
        throw new SQLRecoverableException("the connection that had the lock has ended", trouble());
      }
      boolean done = false;
      try {
        T result = work.run(statements);
        done = true;
        return result;
      } catch (SQLException | RuntimeException error) {
        if (error instanceof SQLException answer && sql.isOnlyBusy(answer)) {
          // Of a table that others have locked; the session is well, and has what it had.
          done = true;
        } else {
          trouble.compareAndSet(null, error);
        }
        throw error;
      } finally {
        if (!done) {
          over.set(true);
          abort();
        }
      }
    } finally {
      use.unlock();
    }
  }

  /** Like {@link #run}, for what happens now and then by itself. */
  <T> T lookAfter(Transaction.Work<T> work) throws SQLException {
    // Said before it is in use: a thread that finds it in use is to know why.
    looking.incrementAndGet();
    try {
      return run(work);
    } finally {
      looking.decrementAndGet();
    }
  }

  /** Like {@link #lookAfter}, unless it is in use; its user hears of its end just as well. */
  <T> Optional<T> lookAfterIfUnused(Transaction.Work<T> work) throws SQLException {
    looking.incrementAndGet();
    try {
      if (!use.tryLock()) {
        return Optional.empty();
      }
      try {
        return Optional.of(run(work));
      } finally {
        use.unlock();
      }
    } finally {
      looking.decrementAndGet();
    }
  }

  /** Whether it is in use for what happens by itself, or will be soon. */
  boolean isLookedAfter() {
    return looking.get() > 0;
  }

  /** Counts the beats in a row in which no attempt held or waited on it. */
  int idleBeats() {
    idleBeats = attempts.isEmpty() ? idleBeats + 1 : 0;
    return idleBeats;
  }

  private void abort() {
    BackgroundTask.run(
        () -> {
          try {
            statements.connection().abort(Runnable::run);
          } catch (SQLException broken) {
            LOG.log(System.Logger.Level.DEBUG, "closing a broken connection", broken);
          }
        });
  }

  /**
   * Ends the connection, so that the server frees what it has. It does not go back to the pool it
   * may be from: no other user is to have a connection with locks.
   */
  void end() {
    over.set(true);
    boolean unused = use.tryLock();
    try {
      if (!owned) {
        BorrowedConnection.discard(statements.connection());
      } else if (!unused) {
        abort();
      }
      statements.connection().close();
    } catch (SQLException broken) {
      LOG.log(System.Logger.Level.DEBUG, "closing a connection", broken);
    } finally {
      if (unused) {
        use.unlock();
      }
    }
  }
}
