package dev.holdfast.jdbc.internal.session;

import dev.holdfast.jdbc.internal.database.Statements;
import dev.holdfast.spi.ReleaseRequest;
import java.sql.SQLException;
import org.jspecify.annotations.Nullable;

/** How an attempt ends: by its client's word, or an operator's. */
final class SessionRelease {
  private static final System.Logger LOG = System.getLogger(SessionRelease.class.getName());

  private final SessionLockState client;

  SessionRelease(SessionLockState client) {
    this.client = client;
  }

  boolean release(ReleaseRequest request) throws SQLException {
    String name = request.name();
    SessionAttempt attempt =
        client.attempts.computeIfAbsent(
            request.attempt(), id -> new SessionAttempt(name, client.key(name), id, 0));
    if (!attempt.name.equals(name)) {
      client.ended.add(name, request.attempt(), EndedAttempts.How.ENDED);
      return false;
    }
    attempt.lock.lock();
    try {
      SessionAttempt.State state = attempt.state();
      if (state instanceof SessionAttempt.Waiting waiting) {
        client.tables.run(statements -> statements.update(SessionSql.LEAVE, waiting.place()));
        waiting.connection().attempts.remove(attempt);
      } else if (state instanceof SessionAttempt.Holding holding) {
        if (request.keepMillis() > 0) {
          KeptNames.keep(client, attempt, holding, request.keepMillis());
        }
        give(attempt, holding);
        if (request.keepMillis() == 0 && attempt.kept() != SessionAttempt.Kept.NO) {
          KeptNames.forget(client, attempt);
        }
      }
      boolean found =
          state instanceof SessionAttempt.Waiting
              || state instanceof SessionAttempt.Holding
              || (state instanceof SessionAttempt.New && leftUnknown(attempt));
      if (!found || request.overtaking()) {
        client.ended.add(name, attempt.id, EndedAttempts.How.ENDED);
      }
      attempt.move(state, new SessionAttempt.Ended());
      client.attempts.remove(attempt.id, attempt);
      return found;
    } finally {
      attempt.lock.unlock();
    }
  }

  /** Leaves a place that an acquire may have got that was not answered. */
  private boolean leftUnknown(SessionAttempt attempt) throws SQLException {
    return client.tables.run(s -> s.update(SessionSql.LEAVE_UNKNOWN, attempt.key, attempt.id)) > 0;
  }

  /** Gives a lock back. Whatever happens then, the attempt does not hold any more. */
  private void give(SessionAttempt attempt, SessionAttempt.Holding holding) throws SQLException {
    if (!attempt.move(holding, new SessionAttempt.Ended())) {
      return;
    }
    try {
      long answer = client.connections.run(holding.connection(), s -> released(s, attempt.key));
      LOG.log(System.Logger.Level.TRACE, "released: {0}", answer);
    } finally {
      holding.connection().attempts.remove(attempt);
      client.holders.remove(attempt.key, attempt);
    }
  }

  private long released(Statements statements, Object key) throws SQLException {
    long answer = statements.firstLong(client.sql.unlock(), key);
    if (answer != 1) {
      throw new SQLException("the connection did not have the lock any more");
    }
    return answer;
  }

  /** An operator wants a hold of this client ended, on this connection or on any. */
  boolean breakOwn(Object key, @Nullable LockConnection on) throws SQLException {
    SessionAttempt attempt = client.holders.get(key);
    if (attempt == null) {
      return false;
    }
    attempt.lock.lock();
    try {
      if (!(attempt.state() instanceof SessionAttempt.Holding holding)
          || (on != null && holding.connection() != on)) {
        return false;
      }
      client.ended.add(attempt.name, attempt.id, EndedAttempts.How.BROKEN);
      try {
        give(attempt, holding);
        KeptNames.forget(client, attempt);
      } finally {
        // Even if that was not answered: the hold is over, and its holder must not go on.
        client.attempts.remove(attempt.id, attempt);
        client.heartbeat.run(() -> client.listener.broken(attempt.name, attempt.id));
      }
      return true;
    } finally {
      attempt.lock.unlock();
    }
  }
}
