package dev.holdfast.jdbc;

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
  private final LockConnections lines;
  private final Map<Object, SessionAttempt> holders;

  /** What is told of an attempt that has just got its lock. */
  private final BiConsumer<SessionAttempt, SessionAttempt.Holding> seatedNow;

  SessionAcquire(SessionLockState client) {
    this(client, client.records::add);
  }

  private SessionAcquire(
      SessionLockState client, BiConsumer<SessionAttempt, SessionAttempt.Holding> seatedNow) {
    this.client = client;
    this.seatedNow = seatedNow;
    this.sql = client.sql;
    this.tables = client.tables;
    this.lines = client.lines;
    this.holders = client.holders;
  }

  /** The same where the caller writes down what was granted. */
  SessionAcquire unwritten() {
    return new SessionAcquire(client, (seat, holding) -> {});
  }

  Standing acquiring(AcquireRequest request, boolean waits) throws SQLException {
    String name = request.name();
    SessionAttempt seat =
        client.seats.computeIfAbsent(
            request.attempt(),
            attempt ->
                new SessionAttempt(name, client.key(name), attempt, request.holdAtLeastMillis()));
    seat.lock.lock();
    try {
      Standing standing =
          seat.state() instanceof SessionAttempt.New ? begins(seat, waits) : look(seat);
      if (seat.state() instanceof SessionAttempt.New) {
        client.seats.remove(seat.attempt, seat);
      }
      return standing;
    } finally {
      seat.lock.unlock();
    }
  }

  /** The first request of an attempt, or one after a try that did not get the lock. */
  private Standing begins(SessionAttempt seat, boolean waits) throws SQLException {
    EndedAttempts.How how = client.ended.of(seat.name, seat.attempt);
    if (how != EndedAttempts.How.NOT) {
      return client.absent(seat.name, how == EndedAttempts.How.BROKEN);
    }
    long answer = take(seat);
    if (answer == SessionSql.OTHERS_QUEUE && leaveDead(seat.key)) {
      answer = take(seat);
    }
    if (answer > 0) {
      return client.stands(seat, false);
    }
    if (!waits) {
      return client.absent(seat.name, false);
    }
    join(seat);
    return look(seat);
  }

  /** Takes the lock if the queue is empty; the stamp, or why not. */
  private long take(SessionAttempt seat) throws SQLException {
    return onConnection(
        seat, (line, statements) -> statements.firstLong(line.take, seat.key, seat.key, seat.key));
  }

  /** What asks for a lock on a connection; answers a stamp, or why there is none. */
  private interface Asking {
    long run(LockConnection line, Statements statements) throws SQLException;
  }

  /** Asks for the lock unless another attempt of this client has it. */
  private long onConnection(SessionAttempt seat, Asking asking) throws SQLException {
    if (holders.putIfAbsent(seat.key, seat) != null) {
      return SessionSql.TAKEN;
    }
    SessionAttempt.State before = seat.state();
    boolean granted = false;
    try {
      long answer =
          lines.run(
              line ->
                  statements -> {
                    long said;
                    try {
                      said = asking.run(line, statements);
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
                      long unused = statements.firstLong(sql.unlock(), seat.key);
                      return -said;
                    }
                    return said > 0 ? seated(seat, before, line, said, statements) : said;
                  });
      granted = answer > 0;
      if (seat.state() instanceof SessionAttempt.Holding holding) {
        seatedNow.accept(seat, holding);
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
        holders.remove(seat.key, seat);
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
  private long seated(
      SessionAttempt seat,
      SessionAttempt.State before,
      LockConnection line,
      long stamp,
      Statements statements)
      throws SQLException {
    line.seats.add(seat);
    if (seat.move(before, new SessionAttempt.Holding(line, stamp))) {
      return stamp;
    }
    line.seats.remove(seat);
    long unused = statements.firstLong(sql.unlock(), seat.key);
    return SessionSql.TAKEN;
  }

  private void join(SessionAttempt seat) throws SQLException {
    LockConnection line = lines.run(own -> statements -> own);
    line.seats.add(seat);
    try {
      long place =
          tables.run(
              statements ->
                  statements
                      .keyOf(
                          SessionSql.JOIN,
                          client.namespace,
                          seat.nameBytes,
                          seat.key,
                          seat.attempt,
                          line.liveKey)
                      .orElseThrow());
      seat.move(seat.state(), new SessionAttempt.Waiting(line, place));
    } finally {
      if (!(seat.state() instanceof SessionAttempt.Waiting)) {
        line.seats.remove(seat);
      }
    }
    if (line.isOver()) {
      // It ended before it could know of this attempt.
      client.lost(seat, line);
    }
  }

  /** Where an attempt stands, and whether its turn has come. */
  Standing look(SessionAttempt seat) throws SQLException {
    SessionAttempt.State state = seat.state();
    if (state instanceof SessionAttempt.Waiting waiting) {
      return inTurn(seat, waiting);
    }
    if (state instanceof SessionAttempt.Holding holding) {
      Set<Object> wanted = client.wanted(holding.line(), List.of(seat));
      return client.stands(seat, wanted.contains(seat.key));
    }
    return client.stands(seat, false);
  }

  private Standing inTurn(SessionAttempt seat, SessionAttempt.Waiting waiting) throws SQLException {
    AtomicReference<Standing.Queued> seen = new AtomicReference<>(queuedBehindOwn(seat));
    long answer =
        onConnection(seat, (line, statements) -> ask(statements, line, seat, waiting, seen));
    if (answer > 0) {
      leave(waiting);
      if (!seat.isOn(waiting.line())) {
        waiting.line().seats.remove(seat);
      }
      return look(seat);
    }
    if (answer == SessionSql.NO_PLACE) {
      waiting.line().seats.remove(seat);
      seat.move(waiting, new SessionAttempt.New());
      return client.absent(seat.name, false);
    }
    if (answer == SessionSql.OTHERS_QUEUE && seat.looksAtOthers() && leaveDead(seat.key)) {
      return inTurn(seat, waiting);
    }
    return Objects.requireNonNull(seen.get());
  }

  /** Another attempt of this client has the key: nothing is asked. */
  private Standing.Queued queuedBehindOwn(SessionAttempt seat) {
    SessionAttempt own = holders.get(seat.key);
    return new Standing.Queued(-1, client.remainingMillis(), own == null ? null : own.attempt);
  }

  private long ask(
      Statements statements,
      LockConnection line,
      SessionAttempt seat,
      SessionAttempt.Waiting waiting,
      AtomicReference<Standing.Queued> seen)
      throws SQLException {
    Long place = waiting.place();
    Long answer =
        statements.first(
            line.takeInTurn,
            row -> {
              seen.set(
                  new Standing.Queued(row.getLong(2), client.remainingMillis(), row.getString(3)));
              return row.getLong(1);
            },
            place,
            seat.key,
            place,
            seat.key,
            seat.key,
            seat.key,
            place,
            seat.key,
            seat.key,
            seat.key);
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
