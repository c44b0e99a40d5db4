package dev.holdfast.jdbc.internal.database;

import java.sql.SQLException;
import java.sql.SQLRecoverableException;
import java.sql.SQLTransientException;
import java.time.Duration;
import java.util.Objects;

/**
 * A database server, in which transactions on different names run at once: each locks the row of
 * its name first.
 */
abstract class ServerDialect extends Dialect {
  /*
   * A statement that is a transaction by itself (a grant or a release in the usual case) reads
   * other tables as they were when it began, even if it then waits for the row that it changes: a
   * waiter that joined, or an attempt that was ended, meanwhile would be overlooked. So the row
   * itself says whether it is the usual case (`plain`), because the row is looked at again after
   * such a wait. A transaction that adds a waiter or a mark clears it; a grant or a
   * release, with the row locked, writes whether it is so.
   *
   * A name without a row has nothing to lock, so a row is put there first, without a holder. It
   * pretends that the name was shared, as the remains of shared holds are looked for then.
   */

  /** A standby, a server or a session that is read-only for a time; of a statement that writes. */
  private static final String READ_ONLY_STATE = "25006";

  /** How often a row may vanish between being made and being locked. */
  private static final int TRIES = 5;

  static final String THIS_ROW = " WHERE namespace = ? AND name = ?";

  /** Makes the row of a name that has no holder. */
  private static final String MAKE_ROW =
      "INSERT INTO holdfast_lock"
          + " (namespace, name, stamp, attempt, expires_ms, kept, used_day, plain)"
          + " VALUES (?, ?, 0, '"
          + SHARED
          + "', 0, 0, 0, 0)";

  private static final String UNSETTLE = "UPDATE holdfast_lock SET plain = 0" + THIS_ROW;

  /**
   * Locks the row of a name, and answers a number if there is one: 0 if the server is no primary
   * that all clients write to, although this user may write.
   */
  abstract String lockRow();

  /** Ends a statement that makes a row: nothing happens if there is one. */
  abstract String unlessThere();

  /** Whether an error code of the database means {@link #isBusy}. */
  abstract boolean isBusy(String state, int code);

  @Override
  public String usual() {
    return "plain = 1";
  }

  @Override
  public String notMarked() {
    return "";
  }

  @Override
  public String settling() {
    String ofThis =
        " x WHERE x.namespace = holdfast_lock.namespace AND x.name = holdfast_lock.name"
            + " AND x.expires_ms >= "
            + clock();
    return ", plain = CASE WHEN EXISTS (SELECT 1 FROM holdfast_queue"
        + ofThis
        + ") OR EXISTS (SELECT 1 FROM holdfast_mark"
        + ofThis
        + ") THEN 0 ELSE 1 END";
  }

  @Override
  public void unsettle(Statements statements, String namespace, byte[] name) throws SQLException {
    statements.update(UNSETTLE, namespace, name);
  }

  @Override
  public void lock(Statements statements, String namespace, byte[] name) throws SQLException {
    for (int i = 0; i < TRIES; i++) {
      Long answer = statements.first(lockRow(), row -> row.getLong(1), namespace, name);
      if (answer != null && answer == 0) {
        throw new SQLTransientException(
            "this user may write to it all the same, but no client of the primary would see that",
            READ_ONLY_STATE);
      }
      if (answer != null) {
        return;
      }
      statements.update(MAKE_ROW + unlessThere(), namespace, name);
    }
    throw new BusyException("the row of the name was deleted again and again");
  }

  @Override
  public boolean locksNames() {
    return true;
  }

  @Override
  public Duration longestAnswer() {
    return Duration.ofSeconds(3);
  }

  @Override
  public void commit(Statements statements) throws SQLException {
    statements.run("COMMIT");
  }

  @Override
  public void rollback(Statements statements) throws SQLException {
    statements.run("ROLLBACK");
  }

  @Override
  public final boolean isBusy(SQLException error) {
    return error instanceof BusyException
        || isBusy(Objects.toString(error.getSQLState(), ""), error.getErrorCode());
  }

  @Override
  public boolean isTransient(SQLException error) {
    return isBusy(error) || mayPass(error);
  }

  /** What the classes of the SQL standard and the kinds of JDBC say, whatever the database. */
  static boolean mayPass(SQLException error) {
    String state = Objects.toString(error.getSQLState(), "");
    return error instanceof SQLTransientException
        || error instanceof SQLRecoverableException
        || state.startsWith("08") // connection
        || state.startsWith("40") // rolled back
        || state.startsWith("53") // resources, too many connections
        || state.startsWith("57P") // the server shuts down or starts
        || state.equals(READ_ONLY_STATE);
  }

  /** Whether the database can be read only; some say so by a code of their own. */
  boolean isReadOnly(SQLException error) {
    return READ_ONLY_STATE.equals(error.getSQLState());
  }

  @Override
  public final SQLException told(SQLException error) {
    return isReadOnly(error)
        ? new SQLTransientException(
            "the database is read-only, as a replica is ("
                + error.getMessage()
                + "); connect to the primary, or let transactions write",
            READ_ONLY_STATE,
            error.getErrorCode(),
            error)
        : error;
  }
}
