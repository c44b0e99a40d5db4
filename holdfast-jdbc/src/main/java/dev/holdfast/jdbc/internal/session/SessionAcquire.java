package dev.holdfast.jdbc.internal.session;

import dev.holdfast.jdbc.internal.database.Statements;
import dev.holdfast.spi.AcquireRequest;
import dev.holdfast.spi.Standing;
import java.sql.SQLException;
import java.sql.SQLTransientException;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.BiConsumer;

/**
 * How an attempt comes to hold a session lock: at once, or from its place when its turn has come.
 *
 * <ol>
 *   <li><b>Own client first</b>: if another attempt of this client has the name, the database is
 *       not asked for the lock. An attempt that is known to have ended is answered absent.
 *   <li><b>Try</b>: one statement, on one of the {@link LockConnections}, takes the database's own
 *       lock if no place is in the queue. Places of dead connections are taken out of the queue,
 *       and the try is repeated once.
 *   <li><b>Queue</b>: an attempt that waits gets a row in the queue, with the live key of a
 *       connection of its client. The place counts as long as that connection lives.
 *   <li><b>Turn</b>: each keep-alive of the attempt asks again ({@link #look}). One statement takes
 *       the lock if no live place stands before it and the lock is free.
 *   <li><b>Grant</b>: the attempt holds on the connection that has the lock. Its place is taken out
 *       of the queue, and the hold is written down for others ({@link HoldRecords}).
 *   <li><b>Loss</b>: when the connection ends, the attempt ends with it ({@link
 *       SessionLockState#lost}).
 * </ol>
 */
final class SessionAcquire {
  private static final System.Logger LOG = System.getLogger(SessionAcquire.class.getName());

  private final SessionLockState client;
  private final SessionSql sql;
  private final LockTables tables;
  private final LockConnections connections;
  private final Map<Object, SessionAttempt> holders;

  /** What is told of an attempt that has just got its lock. */
  private final BiConsumer<SessionAttempt, SessionAttempt.Holding> onGrant;

  SessionAcquire(SessionLockState client) {
    this(client, client.records::add);
  }

  private SessionAcquire(
      SessionLockState client, BiConsumer<SessionAttempt, SessionAttempt.Holding> onGrant) {
    this.client = client;
    this.onGrant = onGrant;
    this.sql = client.sql;
    this.tables = client.tables;
    this.connections = client.connections;
    this.holders = client.holders;
  }

  /** The same where the caller writes down what was granted. */
  SessionAcquire unwritten() {
    return new SessionAcquire(client, (attempt, holding) -> {});
  }

  Standing acquire(AcquireRequest request, boolean waits) throws SQLException {
    String name = request.name();
    SessionAttempt attempt =
        client.attempts.computeIfAbsent(
            request.attempt(),
            id -> new SessionAttempt(name, client.key(name), id, request.holdAtLeastMillis()));
    attempt.lock.lock();
    try {
      Standing standing =
          attempt.state() instanceof SessionAttempt.New ? begins(attempt, waits) : look(attempt);
      if (attempt.state() instanceof SessionAttempt.New) {
        client.attempts.remove(attempt.id, attempt);
      }
      return standing;
    } finally {
      attempt.lock.unlock();
    }
  }

  /** The first request of an attempt, or one after a try that did not get the lock. */
  private Standing begins(SessionAttempt attempt, boolean waits) throws SQLException {
    EndedAttempts.How how = client.ended.of(attempt.name, attempt.id);
    if (how != EndedAttempts.How.NOT) {
      return client.absent(attempt.name, how == EndedAttempts.How.BROKEN);
    }
    long answer = take(attempt);
    if (answer == SessionSql.OTHERS_QUEUE && leaveDead(attempt.key)) {
      answer = take(attempt);
    }
    if (answer > 0) {
      return client.stands(attempt, false);
    }
    if (!waits) {
      return client.absent(attempt.name, false);
    }
    join(attempt);
    return look(attempt);
  }

  /** Takes the lock if the queue is empty; the stamp, or why not. */
  private long take(SessionAttempt attempt) throws SQLException {
    return onConnection(
        attempt,
        (connection, statements) ->
            statements.firstLong(connection.take, attempt.key, attempt.key, attempt.key));
  }

  /** What asks for a lock on a connection; answers a stamp, or why there is none. */
  private interface Asking {
    long run(LockConnection connection, Statements statements) throws SQLException;
  }

  /** Asks for the lock unless another attempt of this client has it. */
  private long onConnection(SessionAttempt attempt, Asking asking) throws SQLException {
    if (holders.putIfAbsent(attempt.key, attempt) != null) {
      return SessionSql.TAKEN;
    }
    SessionAttempt.State before = attempt.state();
    boolean granted = false;
    try {
      long answer =
          connections.run(
              connection ->
                  statements -> {
                    long said;
                    try {
                      said = asking.run(connection, statements);
                    } catch (SQLException error) {
                      if (!sql.isFull(error)) {
                        throw error;
                      }
                      return SessionSql.NO_ROOM;
                    }
                    if (said == SessionSql.ANOTHER_SESSION) {
                      throw new SQLException(
                          "the connection has another session of the server than it had, so"
                              + " something like PgBouncer lends them in turn; connect to the"
                              + " server itself");
                    }
                    if (said == SessionSql.READ_ONLY) {
                      throw sql.noPrimary();
                    }
                    if (said > 0 && !Standing.Holding.isStamp(said)) {
                      // Written down, it would be in the way of all later grants of the name.
                      long unused = statements.firstLong(sql.unlock(), attempt.key);
                      return -said;
                    }
                    return said > 0
                        ? grantedOn(attempt, before, connection, said, statements)
                        : said;
                  });
      granted = answer > 0;
      if (attempt.state() instanceof SessionAttempt.Holding holding) {
        onGrant.accept(attempt, holding);
      }
      if (answer < SessionSql.READ_ONLY) {
        throw noToken(-answer);
      }
      if (answer == SessionSql.NO_ROOM) {
        throw new SQLTransientException(
            "the server has no room for one more lock (see its max_locks_per_transaction)");
      }
      return answer;
    } finally {
      if (!granted) {
        holders.remove(attempt.key, attempt);
      }
    }
  }

  private static IllegalArgumentException noToken(long stamp) {
    return new IllegalArgumentException(
        "no token can be made of stamp "
            + stamp
            + ": stamps are the server's time in microseconds, and those of tokens end in May 2041,"
            + " so look at the server's clock; nothing was granted");
  }

  /** The lock is had; the attempt may have ended with the connection on which it had its place. */
  private long grantedOn(
      SessionAttempt attempt,
      SessionAttempt.State before,
      LockConnection connection,
      long stamp,
      Statements statements)
      throws SQLException {
    connection.attempts.add(attempt);
    if (attempt.move(before, new SessionAttempt.Holding(connection, stamp))) {
      return stamp;
    }
    connection.attempts.remove(attempt);
    long unused = statements.firstLong(sql.unlock(), attempt.key);
    return SessionSql.TAKEN;
  }

  private void join(SessionAttempt attempt) throws SQLException {
    LockConnection connection = connections.run(own -> statements -> own);
    connection.attempts.add(attempt);
    try {
      long place =
          tables.run(
              statements ->
                  statements
                      .keyOf(
                          SessionSql.JOIN,
                          client.namespace,
                          attempt.nameBytes,
                          attempt.key,
                          attempt.id,
                          connection.liveKey)
                      .orElseThrow());
      attempt.move(attempt.state(), new SessionAttempt.Waiting(connection, place));
    } finally {
      if (!(attempt.state() instanceof SessionAttempt.Waiting)) {
        connection.attempts.remove(attempt);
      }
    }
    if (connection.isOver()) {
      // It ended before it could know of this attempt.
      client.lost(attempt, connection);
    }
  }

  /** Where an attempt stands, and whether its turn has come. */
  Standing look(SessionAttempt attempt) throws SQLException {
    SessionAttempt.State state = attempt.state();
    if (state instanceof SessionAttempt.Waiting waiting) {
      return inTurn(attempt, waiting);
    }
    if (state instanceof SessionAttempt.Holding holding) {
      Set<Object> wanted = client.wanted(holding.connection(), List.of(attempt));
      return client.stands(attempt, wanted.contains(attempt.key));
    }
    return client.stands(attempt, false);
  }

  private Standing inTurn(SessionAttempt attempt, SessionAttempt.Waiting waiting)
      throws SQLException {
    AtomicReference<Standing.Queued> seen = new AtomicReference<>(queuedBehindOwn(attempt));
    long answer =
        onConnection(
            attempt,
            (connection, statements) -> ask(statements, connection, attempt, waiting, seen));
    if (answer > 0) {
      leave(waiting);
      if (!attempt.isOn(waiting.connection())) {
        waiting.connection().attempts.remove(attempt);
      }
      return look(attempt);
    }
    if (answer == SessionSql.NO_PLACE) {
      waiting.connection().attempts.remove(attempt);
      attempt.move(waiting, new SessionAttempt.New());
      return client.absent(attempt.name, false);
    }
    if (answer == SessionSql.OTHERS_QUEUE && attempt.looksAtOthers() && leaveDead(attempt.key)) {
      return inTurn(attempt, waiting);
    }
    return Objects.requireNonNull(seen.get());
  }

  /** Another attempt of this client has the key: nothing is asked. */
  private Standing.Queued queuedBehindOwn(SessionAttempt attempt) {
    SessionAttempt own = holders.get(attempt.key);
    return new Standing.Queued(-1, client.remainingMillis(), own == null ? null : own.id);
  }

  private long ask(
      Statements statements,
      LockConnection connection,
      SessionAttempt attempt,
      SessionAttempt.Waiting waiting,
      AtomicReference<Standing.Queued> seen)
      throws SQLException {
    Long place = waiting.place();
    Long answer =
        statements.first(
            connection.takeInTurn,
            row -> {
              seen.set(
                  new Standing.Queued(row.getLong(2), client.remainingMillis(), row.getString(3)));
              return row.getLong(1);
            },
            place,
            attempt.key,
            place,
            attempt.key,
            attempt.key,
            attempt.key,
            place,
            attempt.key,
            attempt.key,
            attempt.key);
    return answer == null ? SessionSql.TAKEN : answer;
  }

  /** Takes the place of an attempt that has got the lock out of the queue. */
  private void leave(SessionAttempt.Waiting waiting) {
    try {
      tables.run(statements -> statements.update(SessionSql.LEAVE, waiting.place()));
    } catch (SQLException | RuntimeException later) {
      LOG.log(System.Logger.Level.DEBUG, "a place is left later", later);
      client.heartbeat.leaveLater(waiting.place());
    }
  }

  /** Takes the dead out of a queue; whether there were any. */
  private boolean leaveDead(Object key) throws SQLException {
    return tables.run(
        statements -> {
          List<Long> dead = statements.all(sql.deadPlaces, row -> row.getLong(1), key);
          for (Long place : dead) {
            statements.update(SessionSql.LEAVE, place);
          }
          return !dead.isEmpty();
        });
  }
}
