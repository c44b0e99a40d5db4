package dev.holdfast.jdbc.internal.connection;

import dev.holdfast.jdbc.internal.database.BusyRetry;
import dev.holdfast.jdbc.internal.database.Dialect;
import dev.holdfast.jdbc.internal.database.Schema;
import dev.holdfast.jdbc.internal.database.Statements;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.SQLTransientConnectionException;
import java.time.Duration;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.locks.ReentrantLock;
import org.jspecify.annotations.Nullable;

/**
 * The one connection of a store to an SQLite file, open while a session is, with its statements
 * prepared. SQLite has one writer at a time anyway, so more connections would only make the threads
 * of this process wait in SQLite, which polls, instead of in this lock, which does not.
 */
public final class SqliteConnection implements Connections {
  /** How long a thread waits for the others of its process; none keeps the connection for long. */
  public static final Duration PATIENCE = Duration.ofSeconds(1);

  private static final System.Logger LOG = System.getLogger(SqliteConnection.class.getName());
  private static final Set<SqliteConnection> IN_USE = ConcurrentHashMap.newKeySet();

  private final SqliteFile file;
  // Guards everything below. Fair: a renewal must not starve behind a thread that acquires and
  // releases in a loop.
  private final ReentrantLock lock = new ReentrantLock(true);
  private int sessions;
  private volatile @Nullable WriterQueue queue;
  private @Nullable Statements statements;
  // Read by those who connect to the same file, too.
  private volatile @Nullable SqliteFileKeys keys;

  public SqliteConnection(SqliteFile file) {
    this.file = file;
  }

  public SqliteFile file() {
    return file;
  }

  @Override
  public @Nullable WriterQueue queue() {
    return queue;
  }

  @Override
  public Statements take() throws SQLException {
    if (!BusyRetry.lock(lock, PATIENCE)) {
      throw new SQLTransientConnectionException(
          "other threads of this process have used the connection for "
              + PATIENCE.toSeconds()
              + " s");
    }
    boolean done = false;
    try {
      SqliteFileKeys opened = keys;
      if (opened != null && opened.haveMoved()) {
        // Locks in a file that was deleted or replaced are not shared with those who open it now.
        // In the new one no hold of ours is found, so their holders are told that they lost them.
        disconnect();
      }
      Statements connected = statements == null ? connect() : statements;
      done = true;
      return connected;
    } finally {
      if (!done) {
        lock.unlock();
      }
    }
  }

  private Statements connect() throws SQLException {
    othersLeaveMovedFiles();
    Connection connection = file.connect();
    Statements connected = new Statements(connection);
    return BorrowedConnection.orClosed(
        connection,
        () -> {
          Schema.ensure(SqliteFile.DIALECT, connected);
          statements = connected;
          keys = SqliteFileKeys.of(file.path());
          return connected;
        });
  }

  /**
   * SQLite shares the memory of a database's log among the connections of a process, and a deleted
   * one, too. So all have to leave it before one can connect to what is there now.
   */
  private void othersLeaveMovedFiles() throws SQLException {
    for (SqliteConnection other : IN_USE) {
      SqliteFileKeys opened = other.keys;
      if (other != this
          && opened != null
          && opened.areOf(file.path())
          && opened.haveMoved()
          && !other.leaveMovedFiles()) {
        throw new SQLTransientConnectionException(
            "a file of the database was deleted while it was in use, and another client of this"
                + " process has not left it yet");
      }
    }
  }

  private boolean leaveMovedFiles() {
    if (!BusyRetry.lock(lock, PATIENCE)) {
      return false;
    }
    try {
      SqliteFileKeys opened = keys;
      if (opened != null && opened.haveMoved()) {
        disconnect();
      }
      return true;
    } finally {
      lock.unlock();
    }
  }

  @Override
  public void giveBack(Statements taken, boolean usable) {
    try {
      if (!usable || sessions == 0) {
        disconnect();
      }
    } finally {
      lock.unlock();
    }
  }

  @Override
  public Dialect opened() {
    lock.lock();
    try {
      sessions++;
      IN_USE.add(this);
      if (queue == null) {
        queue = WriterQueue.of(file.path());
      }
      return SqliteFile.DIALECT;
    } finally {
      lock.unlock();
    }
  }

  @Override
  public void closed() {
    WriterQueue unused = null;
    lock.lock();
    try {
      sessions--;
      if (sessions == 0) {
        disconnect();
        IN_USE.remove(this);
        unused = queue;
        queue = null;
      }
    } finally {
      lock.unlock();
    }
    if (unused != null) {
      unused.close();
    }
  }

  private void disconnect() {
    Statements connected = statements;
    statements = null;
    keys = null;
    if (connected == null) {
      return;
    }
    Connection connection = connected.connection();
    try (connection;
        connected) {
      LOG.log(System.Logger.Level.TRACE, "leaving {0}", file);
    } catch (SQLException broken) {
      // There is nothing to save: every transaction has ended.
    }
  }

  @Override
  public String toString() {
    return file.toString();
  }
}
