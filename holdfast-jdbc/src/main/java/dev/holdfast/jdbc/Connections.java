package dev.holdfast.jdbc;

import java.sql.SQLException;

/** Where a store takes its connections from. Thread-safe. */
interface Connections {
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

  /** A session begins; what kind of database it is on. Balanced by {@link #closed()}. */
  Dialect opened() throws SQLException;

  /** A session has ended, or could not begin; the last one of all closes what was opened. */
  void closed();

  /** Names the database in messages, without a password. */
  @Override
  String toString();
}
