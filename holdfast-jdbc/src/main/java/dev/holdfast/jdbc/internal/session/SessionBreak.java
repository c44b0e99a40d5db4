package dev.holdfast.jdbc.internal.session;

import java.sql.SQLException;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.locks.LockSupport;
import org.jspecify.annotations.Nullable;

/**
 * Ends a hold by force. A database can end a session, but not one lock of it; so the client is
 * asked to give up that one, which it does at its next heartbeat. One that does not answer loses
 * its connection, and with it all that it held there.
 */
final class SessionBreak {
  private static final long PAUSE_MILLIS = 10;

  /** A client says a word each second at least. */
  private static final long PATIENCE_MILLIS = 2_500;

  private final SessionLockState client;
  private final SessionRelease release;

  SessionBreak(SessionLockState client, SessionRelease release) {
    this.client = client;
    this.release = release;
  }

  /** Whether there was a hold, or a last stamp that none can follow. */
  boolean run(String name) throws SQLException {
    Object key = client.key(name);
    if (release.breakOwn(key, null)) {
      return true;
    }
    Long session = holder(key);
    if (session == null) {
      return client.tables.run(
              s -> s.update(SessionSql.UNKEEP, key) + s.update(SessionSql.FORGET_SPENT, key))
          > 0;
    }
    List<Long> kept = client.tables.run(s -> s.all(SessionSql.KEPT, row -> row.getLong(1), key));
    client.tables.run(s -> s.update(client.sql.ask(), session, key));
    try {
      if (!isGone(key, session, PATIENCE_MILLIS)) {
        client.tables.run(
            statements -> {
              client.sql.kill(statements, session);
              return true;
            });
        if (!isGone(key, session, PATIENCE_MILLIS)) {
          throw new SQLException("the session " + session + " was to be ended, and has not");
        }
      }
    } finally {
      client.tables.run(s -> s.update(SessionSql.ANSWERED, session, key));
    }
    // Not that of the next holder, who may be there already.
    for (Long place : kept) {
      client.tables.run(s -> s.update(SessionSql.LEAVE, place));
    }
    return true;
  }

  private boolean isGone(Object key, long session, long withinMillis) throws SQLException {
    boolean interrupted = Thread.interrupted();
    try {
      for (long waited = 0; waited < withinMillis; waited += PAUSE_MILLIS) {
        Long now = holder(key);
        if (now == null || now != session) {
          return true;
        }
        LockSupport.parkNanos(Duration.ofMillis(PAUSE_MILLIS).toNanos());
        interrupted |= Thread.interrupted();
      }
      return false;
    } finally {
      if (interrupted) {
        Thread.currentThread().interrupt();
      }
    }
  }

  private @Nullable Long holder(Object key) throws SQLException {
    return client
        .tables
        .run(s -> Optional.ofNullable(s.first(client.sql.holder(), row -> row.getLong(1), key)))
        .orElse(null);
  }
}
