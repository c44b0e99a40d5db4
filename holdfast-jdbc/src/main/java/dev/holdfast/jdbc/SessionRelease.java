package dev.holdfast.jdbc;

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

  boolean releasing(ReleaseRequest request) throws SQLException {
    String name = request.name();
    SessionAttempt seat =
        client.seats.computeIfAbsent(
            request.attempt(), a -> new SessionAttempt(name, client.key(name), a, 0));
    if (!seat.name.equals(name)) {
      client.ended.add(name, request.attempt(), EndedAttempts.How.ENDED);
      return false;
    }
    seat.lock.lock();
    try {
      SessionAttempt.State state = seat.state();
      if (state instanceof SessionAttempt.Waiting waiting) {
        client.tables.run(statements -> statements.update(SessionSql.LEAVE, waiting.place()));
        waiting.line().seats.remove(seat);
      } else if (state instanceof SessionAttempt.Holding holding) {
        if (request.keepMillis() > 0) {
          KeptNames.keep(client, seat, holding, request.keepMillis());
        }
        give(seat, holding);
        if (request.keepMillis() == 0 && seat.kept() != SessionAttempt.Kept.NO) {
          KeptNames.forget(client, seat);
        }
      }
      boolean found =
          state instanceof SessionAttempt.Waiting
              || state instanceof SessionAttempt.Holding
              || (state instanceof SessionAttempt.New && leftUnknown(seat));
      if (!found || request.overtaking()) {
        client.ended.add(name, seat.attempt, EndedAttempts.How.ENDED);
      }
      seat.move(state, new SessionAttempt.Ended());
      client.seats.remove(seat.attempt, seat);
      return found;
    } finally {
      seat.lock.unlock();
    }
  }

  /** Leaves a place that an acquire may have got that was not answered. */
  private boolean leftUnknown(SessionAttempt seat) throws SQLException {
    return client.tables.run(s -> s.update(SessionSql.LEAVE_UNKNOWN, seat.key, seat.attempt)) > 0;
  }

  /** Gives a lock back. Whatever happens then, the attempt does not hold any more. */
  private void give(SessionAttempt seat, SessionAttempt.Holding holding) throws SQLException {
    if (!seat.move(holding, new SessionAttempt.Ended())) {
      return;
    }
    try {
      long answer = client.lines.run(holding.line(), s -> released(s, seat.key));
      LOG.log(System.Logger.Level.TRACE, "released: {0}", answer);
    } finally {
      holding.line().seats.remove(seat);
      client.holders.remove(seat.key, seat);
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
    SessionAttempt seat = client.holders.get(key);
    if (seat == null) {
      return false;
    }
    seat.lock.lock();
    try {
      if (!(seat.state() instanceof SessionAttempt.Holding holding)
          || (on != null && holding.line() != on)) {
        return false;
      }
      client.ended.add(seat.name, seat.attempt, EndedAttempts.How.BROKEN);
      try {
        give(seat, holding);
        KeptNames.forget(client, seat);
      } finally {
        // Even if that was not answered: the hold is over, and its holder must not go on.
        client.seats.remove(seat.attempt, seat);
        client.heartbeat.run(() -> client.listener.broken(seat.name, seat.attempt));
      }
      return true;
    } finally {
      seat.lock.unlock();
    }
  }
}
