package dev.holdfast.jdbc.internal.session;

import dev.holdfast.jdbc.internal.connection.Connections;
import dev.holdfast.jdbc.internal.database.SqlTask;
import dev.holdfast.jdbc.internal.database.Statements;
import dev.holdfast.jdbc.internal.database.Transaction;
import java.sql.SQLException;
import java.sql.SQLNonTransientException;
import java.sql.SQLTransientException;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.UUID;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReference;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.Consumer;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * The connections on which one client has its locks: usually one, which has all of them; more if
 * several threads ask at the same time, as each is used by one thread at a time. Thread-safe.
 *
 * <ol>
 *   <li><b>Choose</b>: {@link #run} takes a connection that is not in use. If all are, it waits for
 *       one that only a heartbeat or a keep-alive looks at; else it opens one more, up to the
 *       limit; else it waits for one of them, another one each time.
 *   <li><b>Open</b>: a new connection is refused if the data source lends no other beside it. The
 *       first one is refused, too, if a pooler such as PgBouncer is in between ({@link
 *       PoolerCheck}). Each takes a lock of its own, the live key: while it is held, the places in
 *       the queue of this connection count.
 *   <li><b>Keep alive</b>: the {@link Heartbeat} pings each connection.
 *   <li><b>Loss</b>: the first thread that finds a connection ended removes it and tells the
 *       client, which has lost all locks and places on it.
 *   <li><b>Release</b>: a lock is given back on its own connection. A connection on which no
 *       attempt has held or waited for a minute is ended; {@link #close} ends all.
 * </ol>
 */
final class LockConnections {
  private static final System.Logger LOG = System.getLogger(LockConnections.class.getName());

  private static final int TRIES = 3;

  private final Connections source;
  private final SessionSql sql;
  private final Duration session;
  private final String client;
  private volatile int most;
  private final Consumer<LockConnection> onEnd;
  private final List<LockConnection> connections = new CopyOnWriteArrayList<>();
  private final ReentrantLock opening = new ReentrantLock();
  private final AtomicReference<@Nullable SQLException> failedLogin = new AtomicReference<>();
  private final AtomicInteger turn = new AtomicInteger();
  private volatile boolean closed;

  /**
   * Connections to come.
   *
   * @param session how long the server lets a silent connection live
   * @param most how many there may be
   * @param onEnd told of each that has ended
   */
  LockConnections(
      Connections source,
      SessionSql sql,
      Duration session,
      String client,
      int most,
      Consumer<LockConnection> onEnd) {
    this.source = source;
    this.sql = sql;
    this.session = session;
    this.client = client;
    this.most = most;
    this.onEnd = onEnd;
  }

  List<LockConnection> all() {
    return connections;
  }

  /** Runs statements on one that is not in use, if there is one or may be one more. */
  <T> T run(Function<LockConnection, Transaction.Work<T>> work) throws SQLException {
    LockConnection connection = taken();
    // One that ended while it was waited for has been asked for nothing.
    for (int i = 0; i < TRIES && connection.isOver(); i++) {
      connection.use.unlock();
      ended(connection);
      connection = taken();
    }
    try {
      return run(connection, work.apply(connection));
    } finally {
      connection.use.unlock();
    }
  }

  /** Runs statements on this one that no request asked for. */
  <T> T lookAfter(LockConnection connection, Transaction.Work<T> work) throws SQLException {
    return on(connection, () -> connection.lookAfter(work));
  }

  /** The same, unless it is in use. */
  <T> Optional<T> lookAfterIfUnused(LockConnection connection, Transaction.Work<T> work)
      throws SQLException {
    return on(connection, () -> connection.lookAfterIfUnused(work));
  }

  /** Runs statements on this one. */
  <T> T run(LockConnection connection, Transaction.Work<T> work) throws SQLException {
    return on(connection, () -> connection.run(work));
  }

  private <T> T on(LockConnection connection, SqlTask<T> doing) throws SQLException {
    try {
      return doing.run();
    } finally {
      if (connection.isOver()) {
        ended(connection);
      }
    }
  }

  /** One whose use the caller has. */
  private LockConnection taken() throws SQLException {
    for (LockConnection connection : connections) {
      if (!connection.isOver() && connection.use.tryLock()) {
        return connection;
      }
    }
    for (LockConnection connection : connections) {
      if (!connection.isOver() && (connection.use.tryLock() || awaited(connection))) {
        return connection;
      }
    }
    boolean first = connections.isEmpty();
    SQLException before = failedLogin.get();
    if (first) {
      opening.lock();
    }
    if (first || (connections.size() < most && opening.tryLock())) {
      try {
        SQLException since = failedLogin.get();
        if (first && connections.isEmpty() && since != null && since != before) {
          throw since; // of the login that this thread has waited for; the next may take as long
        }
        if (first == connections.isEmpty() && connections.size() < most) {
          return opened(first);
        }
      } catch (SQLException none) {
        if (first) {
          failedLogin.set(none);
          throw none;
        }
        LOG.log(System.Logger.Level.DEBUG, "no more connections for locks", none);
        most = Math.max(1, connections.size());
      } finally {
        opening.unlock();
      }
    }
    List<LockConnection> now = List.copyOf(connections);
    if (now.isEmpty()) {
      throw new SQLTransientException("the connections that have locks have ended just now");
    }
    LockConnection connection = now.get(Math.floorMod(turn.getAndIncrement(), now.size()));
    connection.use.lock();
    return connection;
  }

  /** Waits for one that will soon be free again: that is hardly worth another connection. */
  private static boolean awaited(LockConnection connection) {
    boolean soon = connection.isLookedAfter();
    if (soon) {
      connection.use.lock();
    }
    return soon;
  }

  /** Opens one more; the caller has its use. */
  private LockConnection opened(boolean first) throws SQLException {
    if (closed) {
      throw new SQLNonTransientException("its session is closed");
    }
    Statements statements = source.apart();
    boolean done = false;
    try {
      statements
          .connection()
          .setNetworkTimeout(
              Runnable::run, Math.toIntExact(Math.min(3_000, session.toMillis() / 3)));
      String refusal = sql.begin(statements, session, client);
      if (refusal != null) {
        throw new SQLTransientException(refusal);
      }
      if (!source.canSpareBeside(statements)) {
        throw new SQLTransientException(
            first
                ? "the data source lends no second connection: session locks keep one for as long as"
                    + " a client holds or waits, and need others beside it; let the pool have at"
                    + " least 3"
                : "others need the connections that are left");
      }
      if (first) {
        PoolerCheck.refuse(source, sql, statements);
      }
      long number = statements.firstLong("SELECT " + sql.session());
      Object liveKey = sql.key(SessionSql.hash("", "live", UUID.randomUUID().toString()));
      statements.first(
          "SELECT CASE WHEN " + sql.tryLock() + " THEN 1 ELSE 0 END", row -> 0, liveKey);
      LockConnection connection =
          new LockConnection(statements, sql, number, liveKey, source.ownsApart());
      connection.use.lock();
      connections.add(connection);
      done = true;
      return connection;
    } finally {
      if (!done) {
        source.giveBack(statements, false);
      }
    }
  }

  /** A connection has ended; the first thread that notices tells. */
  private void ended(LockConnection connection) {
    if (connections.remove(connection)) {
      onEnd.accept(connection);
    }
  }

  /** Ends a connection on which no attempt holds or waits, unless it is in use now. */
  void endIdle(LockConnection connection) {
    if (connection.use.tryLock()) {
      try {
        if (connection.attempts.isEmpty()) {
          connections.remove(connection);
          connection.end();
        }
      } finally {
        connection.use.unlock();
      }
    }
  }

  /** Ends all of them. */
  void close() {
    closed = true;
    for (LockConnection connection : List.copyOf(connections)) {
      connections.remove(connection);
      connection.end();
    }
  }
}
