package dev.holdfast.jdbc.internal.session;

import dev.holdfast.LockInfo;
import dev.holdfast.Owner;
import dev.holdfast.spi.Mode;
import java.nio.charset.StandardCharsets;
import java.sql.SQLException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.locks.LockSupport;
import org.jspecify.annotations.Nullable;

/**
 * What can be seen of names that are locked by sessions: the database says which session has a
 * lock, and the tables say whose that is.
 */
final class SessionLockInfo {
  /** An attempt in the queue, or what a name is kept by. */
  private record Place(String attempt, long stamp, long keptMillis) {}

  /** What one look shows. */
  private record Look(@Nullable Long session, HoldRecords.@Nullable Row row, List<Place> places) {
    /** A stamp that is not known yet lies above the last one that was written down. */
    long leastStamp() {
      return row == null ? 1 : row.stamp() + 1;
    }

    boolean tells() {
      return session == null || (row != null && row.session() == session);
    }
  }

  // A hold is written down soon after the grant.
  private static final int LOOKS = 30;
  private static final long PAUSE_NANOS = Duration.ofMillis(10).toNanos();

  private final SessionLockState client;

  SessionLockInfo(SessionLockState client) {
    this.client = client;
  }

  /** The attempt that has a name, or has its turn, as far as that is written down. */
  @Nullable String holder(String name) throws SQLException {
    SessionAttempt own = client.holders.get(client.key(name));
    if (own != null) {
      return own.id;
    }
    Look look = look(name);
    if (look.session != null) {
      return look.row != null && look.tells() ? look.row.attempt() : null;
    }
    return look.places.isEmpty() ? null : look.places.get(0).attempt;
  }

  private Look look(String name) throws SQLException {
    Object key = client.key(name);
    return client.tables.run(
        statements ->
            new Look(
                statements.first(client.sql.holder(), row -> row.getLong(1), key),
                HoldRecords.read(statements, key),
                statements.all(
                    client.sql.waiters,
                    row -> new Place(row.getString(2), row.getLong(3), row.getLong(4)),
                    key)));
  }

  LockInfo inspect(String name) throws SQLException {
    client.records.flush();
    Look look = look(name);
    for (int i = 1; i < LOOKS && !look.tells(); i++) {
      LockSupport.parkNanos(PAUSE_NANOS);
      look = look(name);
    }
    List<LockInfo.Hold> holds = new ArrayList<>();
    List<Owner> waiters = new ArrayList<>();
    if (look.session != null) {
      holds.add(held(look.session, look));
    }
    for (Place place : look.places) {
      boolean kept = place.keptMillis > 0;
      // Only the first in the queue can take a name that is free: it has its turn.
      if (holds.isEmpty()) {
        Duration left = Duration.ofMillis(kept ? place.keptMillis : client.remainingMillis());
        long stamp = kept ? place.stamp : look.leastStamp();
        holds.add(LockInfo.Hold.of(place.attempt, stamp, left, Mode.EXCLUSIVE, kept));
      } else if (!kept) {
        waiters.add(Owner.parse(place.attempt));
      }
    }
    return new LockInfo(name, holds, waiters);
  }

  private LockInfo.Hold held(long session, Look look) {
    Duration left = Duration.ofMillis(client.remainingMillis());
    HoldRecords.Row row = look.row;
    return row != null && row.session() == session
        ? LockInfo.Hold.of(row.attempt(), row.stamp(), left, Mode.EXCLUSIVE, false)
        : LockInfo.Hold.of(
            "database session " + session, look.leastStamp(), left, Mode.EXCLUSIVE, false);
  }

  List<String> names(int limit) throws SQLException {
    client.records.flush();
    return client.tables.run(
        statements ->
            statements.all(
                client.sql.names,
                row -> new String(row.getBytes(1), StandardCharsets.UTF_8),
                client.namespace,
                client.namespace,
                (long) limit));
  }
}
