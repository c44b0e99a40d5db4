package dev.holdfast.jdbc;

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

  private final Connections connections;
  private final SessionSql sql;
  private final Duration session;
  private final String client;
  private volatile int most;
  private final Consumer<LockConnection> onEnd;
  private final List<LockConnection> lines = new CopyOnWriteArrayList<>();
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
      Connections connections,
      SessionSql sql,
      Duration session,
      String client,
      int most,
      Consumer<LockConnection> onEnd) {
    this.connections = connections;
    this.sql = sql;
    this.session = session;
    this.client = client;
    this.most = most;
    this.onEnd = onEnd;
  }

  List<LockConnection> all() {
    return lines;
  }

  /** Runs statements on one that is not in use, if there is one or may be one more. */
  <T> T run(Function<LockConnection, LockConnection.Work<T>> work) throws SQLException {
    LockConnection line = taken();
    // One that ended while it was waited for has been asked for nothing.
    for (int i = 0; i < TRIES && line.isOver(); i++) {
      line.use.unlock();
      ended(line);
      line = taken();
    }
    try {
      return run(line, work.apply(line));
    } finally {
      line.use.unlock();
    }
  }

  /** Runs statements on this one that no request asked for. */
  <T> T lookAfter(LockConnection line, LockConnection.Work<T> work) throws SQLException {
    return on(line, () -> line.lookAfter(work));
  }

  /** The same, unless it is in use. */
  <T> Optional<T> lookAfterIfUnused(LockConnection line, LockConnection.Work<T> work)
      throws SQLException {
    return on(line, () -> line.lookAfterIfUnused(work));
  }

  /** Runs statements on this one. */
  <T> T run(LockConnection line, LockConnection.Work<T> work) throws SQLException {
    return on(line, () -> line.run(work));
  }

  /** What is done with a connection, after which it may have ended. */
  private interface Doing<T> {
    T run() throws SQLException;
  }

  private <T> T on(LockConnection line, Doing<T> doing) throws SQLException {
    try {
      return doing.run();
    } finally {
      if (line.isOver()) {
        ended(line);
      }
    }
  }

  /** One whose use the caller has. */
  private LockConnection taken() throws SQLException {
    for (LockConnection line : lines) {
      if (!line.isOver() && line.use.tryLock()) {
        return line;
      }
    }
    for (LockConnection line : lines) {
      if (!line.isOver() && (line.use.tryLock() || awaited(line))) {
        return line;
      }
    }
    boolean first = lines.isEmpty();
    SQLException before = failedLogin.get();
    if (first) {
      opening.lock();
    }
    if (first || (lines.size() < most && opening.tryLock())) {
      try {
        SQLException since = failedLogin.get();
        if (first && lines.isEmpty() && since != null && since != before) {
          throw since; // of the login that this thread has waited for; the next may take as long
        }
        if (first == lines.isEmpty() && lines.size() < most) {
          return opened(first);
        }
      } catch (SQLException none) {
        if (first) {
          failedLogin.set(none);
          throw none;
        }
        LOG.log(System.Logger.Level.DEBUG, "no more connections for locks", none);
        most = Math.max(1, lines.size());
      } finally {
        opening.unlock();
      }
    }
    List<LockConnection> now = List.copyOf(lines);
    if (now.isEmpty()) {
      throw new SQLTransientException("the connections that have locks have ended just now");
    }
    LockConnection line = now.get(Math.floorMod(turn.getAndIncrement(), now.size()));
    line.use.lock();
    return line;
  }

  /** Waits for one that will soon be free again: that is hardly worth another connection. */
  private static boolean awaited(LockConnection line) {
    boolean soon = line.isLookedAfter();
    if (soon) {
      line.use.lock();
    }
    return soon;
  }

  /** Opens one more; the caller has its use. */
  private LockConnection opened(boolean first) throws SQLException {
    if (closed) {
      throw new SQLNonTransientException("its session is closed");
    }
    Statements statements = connections.apart();
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
      if (!connections.canSpareBeside(statements)) {
        throw new SQLTransientException(
            first
                ? "the data source lends no second connection: session locks keep one for as long as"
                    + " a client holds or waits, and need others beside it; let the pool have at"
                    + " least 3"
                : "others need the connections that are left");
      }
      if (first) {
        PoolerCheck.refuse(connections, sql, statements);
      }
      long number = statements.firstLong("SELECT " + sql.session());
      Object liveKey = sql.key(SessionSql.hash("", "live", UUID.randomUUID().toString()));
      statements.first(
          "SELECT CASE WHEN " + sql.tryLock() + " THEN 1 ELSE 0 END", row -> 0, liveKey);
      LockConnection line =
          new LockConnection(statements, sql, number, liveKey, connections.ownsApart());
      line.use.lock();
      lines.add(line);
      done = true;
      return line;
    } finally {
      if (!done) {
        connections.giveBack(statements, false);
      }
    }
  }

  /** A connection has ended; the first thread that notices tells. */
  private void ended(LockConnection line) {
    if (lines.remove(line)) {
      onEnd.accept(line);
    }
  }

  /** Ends a connection on which no attempt holds or waits, unless it is in use now. */
  void endIdle(LockConnection line) {
    if (line.use.tryLock()) {
      try {
        if (line.seats.isEmpty()) {
          lines.remove(line);
          line.end();
        }
      } finally {
        line.use.unlock();
      }
    }
  }

  /** Ends all of them. */
  void close() {
    closed = true;
    for (LockConnection line : List.copyOf(lines)) {
      lines.remove(line);
      line.end();
    }
  }
}
