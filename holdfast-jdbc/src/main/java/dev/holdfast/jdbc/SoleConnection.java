package dev.holdfast.jdbc;

import java.sql.Connection;
import java.sql.SQLException;
import java.sql.SQLTransientConnectionException;
import java.time.Duration;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.ReentrantLock;
import org.jspecify.annotations.Nullable;

/**
 * The one connection of a store to an SQLite file, open while a session is, with its statements
 * prepared. SQLite has one writer at a time anyway, so more connections would only make the threads
 * of this process wait in SQLite, which polls, instead of in this lock, which does not.
 */
final class SoleConnection implements Connections {
  /** How long a thread waits for the others of its process; none keeps the connection for long. */
  static final Duration PATIENCE = Duration.ofSeconds(1);

  private final SqliteFile file;
  // Guards everything below. Fair: a renewal must not starve behind a thread that acquires and
  // releases in a loop.
  private final ReentrantLock lock = new ReentrantLock(true);
  private int sessions;
  private @Nullable Statements statements;
  private @Nullable Object fileKey;

  SoleConnection(SqliteFile file) {
    this.file = file;
  }

  SqliteFile file() {
    return file;
  }

  @Override
  public Statements take() throws SQLException {
    if (!lockWithin(PATIENCE)) {
      throw new SQLTransientConnectionException(
          "other threads of this process have used the connection for "
              + PATIENCE.toSeconds()
              + " s");
    }
    boolean done = false;
    try {
      if (statements != null && file.hasMoved(fileKey)) {
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
    Connection connection = file.connect();
    Statements connected = new Statements(connection);
    boolean done = false;
    try {
      Schema.ensure(SqliteFile.DIALECT, connected);
      statements = connected;
      fileKey = file.key();
      done = true;
      return connected;
    } finally {
      if (!done) {
        connection.close();
      }
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
      return SqliteFile.DIALECT;
    } finally {
      lock.unlock();
    }
  }

  @Override
  public void closed() {
    lock.lock();
    try {
      sessions--;
      if (sessions == 0) {
        disconnect();
      }
    } finally {
      lock.unlock();
    }
  }

  private void disconnect() {
    Statements connected = statements;
    statements = null;
    if (connected == null) {
      return;
    }
    Connection connection = connected.connection();
    try (connection;
        connected) {
      fileKey = null;
    } catch (SQLException broken) {
      // There is nothing to save: every transaction has ended.
    }
  }

  /** Waits out interrupts: the caller clears and restores them. */
  private boolean lockWithin(Duration patience) {
    boolean interrupted = false;
    try {
      while (true) {
        try {
          return lock.tryLock(patience.toNanos(), TimeUnit.NANOSECONDS);
        } catch (InterruptedException again) {
          interrupted = true;
        }
      }
    } finally {
      if (interrupted) {
        Thread.currentThread().interrupt();
      }
    }
  }

  @Override
  public String toString() {
    return file.toString();
  }
}
