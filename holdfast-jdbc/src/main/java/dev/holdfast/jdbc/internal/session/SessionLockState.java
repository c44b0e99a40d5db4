package dev.holdfast.jdbc.internal.session;

import dev.holdfast.jdbc.internal.connection.Connections;
import dev.holdfast.spi.ClientIdentity;
import dev.holdfast.spi.Standing;
import dev.holdfast.spi.StoreListener;
import java.sql.SQLException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import org.jspecify.annotations.Nullable;

/** What one client has by its connections: which of its attempts holds what, or waits. */
public final class SessionLockState {
  /*
   * What excludes others is the database's own lock of a name's key, had by one of this client's
   * connections. It knows neither attempts nor their order, so both are kept here:
   *
   * - What an attempt has is known to this client alone (SessionAttempt). A connection may take a
   *   lock twice. So it is decided here first which attempt may ask for a key, and the database is
   *   asked for that one alone.
   * - An attempt that finds a name taken gets a place in a table, under a lock that its connection
   *   has as long as it lives. A place has its turn when no live place stands before it; then it
   *   takes the lock as soon as that is free. A new attempt takes no lock while there is a place. So
   *   the name is handed on by being free: only the first in the queue takes it.
   * - A request that gets no answer has lost its connection, and with it all locks on that.
   */

  private static final System.Logger LOG = System.getLogger(SessionLockState.class.getName());

  /** How many names one statement asks about. */
  private static final int MOST_NAMES = 64;

  final String namespace;
  final SessionSql sql;
  final LockTables tables;
  final LockConnections connections;
  final HoldRecords records;
  final Heartbeat heartbeat;
  final StoreListener listener;
  final Map<String, SessionAttempt> attempts = new ConcurrentHashMap<>();
  final Map<Object, SessionAttempt> holders = new ConcurrentHashMap<>();
  final EndedAttempts ended = new EndedAttempts();
  private final String scope;
  private final Duration session;
  private volatile boolean closed;

  public SessionLockState(
      ClientIdentity client,
      SessionSql sql,
      LockTables tables,
      Connections source,
      SessionLength length,
      StoreListener listener)
      throws SQLException {
    this.namespace = client.namespace();
    this.sql = sql;
    this.tables = tables;
    this.session = length.time();
    this.listener = listener;
    this.scope =
        tables
            .run(s -> Optional.ofNullable(s.first(sql.scope(), row -> row.getString(1))))
            .orElse("");
    this.connections =
        new LockConnections(source, sql, session, client.id(), length.connections(), this::ended);
    this.heartbeat = new Heartbeat(this, session);
    this.records = HoldRecords.in(tables, sql, namespace, heartbeat.executor());
  }

  /** Opens the first connection, unless what is at its other end can give no locks. */
  public void connect() throws SQLException {
    boolean connected = false;
    try {
      connected = connections.run(connection -> statements -> true);
    } finally {
      if (!connected) {
        close();
      }
    }
  }

  Object key(String name) {
    return sql.key(SessionSql.hash(scope, namespace, name));
  }

  long remainingMillis() {
    return session.toMillis();
  }

  @Nullable SessionAttempt attempt(String name, String id) {
    SessionAttempt attempt = attempts.get(id);
    return attempt == null || !attempt.name.equals(name) ? null : attempt;
  }

  /** An attempt that held a moment ago; under its lock. */
  Standing stands(SessionAttempt attempt, boolean othersWait) throws SQLException {
    KeptNames.ensure(this, attempt); // before its client hears of the grant
    return attempt.state() instanceof SessionAttempt.Holding holding
        ? new Standing.Holding(holding.stamp(), remainingMillis(), othersWait)
        : absent(attempt.name, ended.of(attempt.name, attempt.id) == EndedAttempts.How.BROKEN);
  }

  Standing absent(String name, boolean broken) throws SQLException {
    String holder = new SessionLockInfo(this).holder(name);
    return new Standing.Absent(holder == null ? 0 : remainingMillis(), holder, broken);
  }

  /** Which keys of a connection other clients wait for; that it answers shows that it lives. */
  Set<Object> wanted(LockConnection connection, List<SessionAttempt> asked) {
    Set<Object> wanted = new HashSet<>();
    try {
      for (int from = 0; from < asked.size(); from += MOST_NAMES) {
        List<SessionAttempt> some = asked.subList(from, Math.min(from + MOST_NAMES, asked.size()));
        int size = some.size() == 1 ? 1 : MOST_NAMES;
        List<Object> keys = new ArrayList<>();
        for (int i = 0; i < size; i++) {
          keys.add(some.get(Math.min(i, some.size() - 1)).key);
        }
        wanted.addAll(
            connections.lookAfter(
                connection, statements -> sql.keys(statements, sql.wanted(size), keys.toArray())));
      }
    } catch (SQLException ended) {
      // Those who held or waited on this connection are told.
      LOG.log(System.Logger.Level.DEBUG, "a connection that had locks has ended", ended);
    }
    return wanted;
  }

  /** Gives a hold a higher stamp; no other client gets one while the name is held. */
  void raise(SessionAttempt attempt, long stamp) {
    if (raiseUnwritten(attempt, stamp)
        && attempt.state() instanceof SessionAttempt.Holding raised) {
      records.addNow(attempt, raised);
    }
  }

  /** The same without writing it down; whether it had a lower one. */
  boolean raiseUnwritten(SessionAttempt attempt, long stamp) {
    return attempt.state() instanceof SessionAttempt.Holding holding
        && stamp > holding.stamp()
        && attempt.move(holding, new SessionAttempt.Holding(holding.connection(), stamp));
  }

  /** A connection has ended, and all that was had through it. */
  private void ended(LockConnection connection) {
    for (SessionAttempt attempt : List.copyOf(connection.attempts)) {
      lost(attempt, connection);
    }
    if (!closed) {
      heartbeat.run(() -> makeSure(connection));
    }
  }

  void lost(SessionAttempt attempt, LockConnection connection) {
    SessionAttempt.State state = attempt.state();
    if (!attempt.isOn(connection) || !attempt.move(state, new SessionAttempt.Ended())) {
      return;
    }
    connection.attempts.remove(attempt);
    holders.remove(attempt.key, attempt);
    attempts.remove(attempt.id, attempt);
    ended.add(attempt.name, attempt.id, EndedAttempts.How.ENDED);
    Exception trouble = connection.trouble();
    String why =
        "its connection to the database has ended"
            + (trouble == null ? "" : ": " + trouble.getMessage());
    heartbeat.run(
        () -> {
          listener.sessionEnded(attempt.name, attempt.id, why);
        });
  }

  /** The server may not know yet that a connection has ended, and free its locks late. */
  private void makeSure(LockConnection connection) {
    try {
      tables.run(
          statements -> {
            Long holder = statements.first(sql.holder(), row -> row.getLong(1), connection.liveKey);
            if (holder != null && holder == connection.session) {
              sql.kill(statements, connection.session);
            }
            return true;
          });
    } catch (SQLException | RuntimeException asItIs) {
      LOG.log(System.Logger.Level.DEBUG, "the server will notice by itself", asItIs);
    }
  }

  /** Ends all connections, and with them whatever is still had. */
  void close() {
    closed = true;
    heartbeat.end();
    for (LockConnection connection : connections.all()) {
      if (!connection.attempts.isEmpty()) {
        leaveAll(connection);
      }
    }
    connections.close();
  }

  /** Takes the places of a connection that is to end away, so that others need not notice it. */
  private void leaveAll(LockConnection connection) {
    try {
      tables.run(statements -> statements.update(sql.leaveAll, connection.liveKey));
    } catch (SQLException | RuntimeException noticed) {
      LOG.log(System.Logger.Level.DEBUG, "the others notice by themselves", noticed);
    }
  }
}
