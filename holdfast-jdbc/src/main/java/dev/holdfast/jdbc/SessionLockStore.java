package dev.holdfast.jdbc;

import dev.holdfast.jdbc.internal.connection.Connections;
import dev.holdfast.jdbc.internal.connection.OpenFailure;
import dev.holdfast.jdbc.internal.database.Dialect;
import dev.holdfast.jdbc.internal.doctor.Inspection;
import dev.holdfast.jdbc.internal.session.LockTables;
import dev.holdfast.jdbc.internal.session.SessionLength;
import dev.holdfast.jdbc.internal.session.SessionLockState;
import dev.holdfast.jdbc.internal.session.SessionLocks;
import dev.holdfast.jdbc.internal.session.SessionSql;
import dev.holdfast.spi.ClientIdentity;
import dev.holdfast.spi.Examination;
import dev.holdfast.spi.Finding;
import dev.holdfast.spi.LockStore;
import dev.holdfast.spi.Mode;
import dev.holdfast.spi.StoreCapabilities;
import dev.holdfast.spi.StoreCapabilities.HoldKind;
import dev.holdfast.spi.StoreListener;
import dev.holdfast.spi.StoreSession;
import java.sql.SQLException;
import java.sql.SQLNonTransientException;
import java.time.Duration;
import java.util.List;
import java.util.Objects;
import java.util.Set;

/** Locks of a database server that belong to connections; see {@link JdbcStore#sessionLocks}. */
final class SessionLockStore implements LockStore {
  private final Connections connections;
  private final SessionLength length;
  private final Duration requestTimeout;

  SessionLockStore(Connections connections, SessionLength length, Duration requestTimeout) {
    this.connections = connections;
    this.length = length;
    this.requestTimeout = requestTimeout;
  }

  @Override
  public StoreCapabilities capabilities() {
    return new StoreCapabilities(
        true, false, HoldKind.SESSION, requestTimeout, Set.of(Mode.EXCLUSIVE));
  }

  @Override
  public StoreSession open(ClientIdentity client, StoreListener listener) {
    Objects.requireNonNull(listener, "listener");
    Dialect dialect = null;
    boolean opened = false;
    try {
      dialect = connections.opened();
      SessionSql sql = SessionSql.of(dialect);
      if (sql == null) {
        throw new SQLNonTransientException(
            dialect.product()
                + " has no locks that belong to a connection; leave out locks=session");
      }
      LockTables tables = LockTables.over(connections, dialect, sql);
      SessionLockState locks =
          new SessionLockState(client, sql, tables, connections, length, listener);
      locks.connect();
      SessionLocks session = new SessionLocks(toString(), locks, connections::closed);
      opened = true;
      return session;
    } catch (SQLException error) {
      throw OpenFailure.of(this, error, dialect);
    } finally {
      if (dialect != null && !opened) {
        connections.closed();
      }
    }
  }

  @Override
  public List<Finding> examine(Examination examination) {
    return Inspection.ofSessions(this, connections, length).run(examination);
  }

  /** Does nothing: a connection is open only while a session is, and the data source is yours. */
  @Override
  public void close() {}

  @Override
  public String toString() {
    return connections.toString();
  }
}
