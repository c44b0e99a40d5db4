package dev.holdfast.jdbc.internal.connection;

import dev.holdfast.jdbc.internal.database.Dialect;
import dev.holdfast.jdbc.internal.database.Statements;
import dev.holdfast.jdbc.internal.database.Transaction;
import java.sql.SQLException;
import java.time.Duration;
import org.jspecify.annotations.Nullable;

/** Where a store takes its connections from. Thread-safe. */
public interface Connections {
  /**
   * A connection in auto-commit mode for the calling thread alone, until it is given back.
   *
   * @throws SQLException if there is none in time
   */
  Statements take() throws SQLException;

  /**
   * Ends what {@link #take()} began.
   *
   * @param usable whether the connection may be used again
   */
  void giveBack(Statements statements, boolean usable);

  /** Runs statements on a connection, which is not used again if they fail. */
  default <T> T run(Transaction.Work<T> work) throws SQLException {
    Statements statements = take();
    boolean usable = false;
    try {
      T result = work.run(statements);
      usable = true;
      return result;
    } finally {
      giveBack(statements, usable);
    }
  }

  /** Whether the database may be one with pushes, as far as is known before it is asked. */
  default boolean mayTell() {
    return false;
  }

  /**
   * A connection like {@link #take()}, which is to be kept for as long as there is anything to
   * listen for.
   */
  default Statements apart() throws SQLException {
    return take();
  }

  /** Whether what {@link #apart()} gives belongs to the caller alone, which may then cut it off. */
  default boolean ownsApart() {
    return false;
  }

  /** Whether there is one more connection, beside the one that the caller has. */
  default boolean canSpareBeside(Statements statements) {
    return true;
  }

  /**
   * Whether others lack the connection that is kept apart. The thread that keeps it asks again and
   * again, once a tick.
   */
  default boolean isShort() {
    return false;
  }

  /** Where writers wait for their turn, if one process writes to the database at a time. */
  default @Nullable WriterQueue queue() {
    return null;
  }

  /** Whether writers have a queue in which hardly any wait, so that one try is cheaper. */
  default boolean isQueueEmpty() {
    WriterQueue open = queue();
    return open != null && !open.isCrowded();
  }

  /** Waits for so long at most until it is this thread's turn to write; before {@link #take()}. */
  default WriterQueue.Turn turn(Duration retry) {
    WriterQueue open = queue();
    return open == null ? WriterQueue.Turn.NONE : open.enter(retry);
  }

  /** A session begins; what kind of database it is on. Balanced by {@link #closed()}. */
  Dialect opened() throws SQLException;

  /** A session has ended, or could not begin; the last one of all closes what was opened. */
  void closed();

  /** Names the database in messages, without a password. */
  @Override
  String toString();
}
