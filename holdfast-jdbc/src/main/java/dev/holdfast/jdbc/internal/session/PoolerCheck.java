package dev.holdfast.jdbc.internal.session;

import dev.holdfast.jdbc.internal.connection.Connections;
import dev.holdfast.jdbc.internal.database.Statements;
import java.sql.SQLException;
import java.sql.SQLNonTransientException;

/**
 * Finds out whether something between this machine and the server lends one session of the server
 * to several clients in turn, as PgBouncer does in transaction mode: a lock would then belong to
 * the client that gets the session next.
 */
public final class PoolerCheck {
  /*
   * While one connection is silent, another one begins a transaction. If sessions are lent, it gets
   * the one that the first had, or the first gets another one then. That other clients of the same
   * pooler interfere just so that neither is seen is possible; so every statement that takes a lock
   * looks at the number of its session, too.
   */

  private PoolerCheck() {}

  /**
   * Looks once.
   *
   * @throws SQLException if sessions are lent
   */
  public static void refuse(Connections connections, SessionSql sql, Statements one)
      throws SQLException {
    String session = "SELECT " + sql.session();
    long before = one.firstLong(session);
    boolean lent =
        connections.run(
            other -> {
              // Not BEGIN, which begins a block of statements in some modes of MariaDB.
              other.run("START TRANSACTION");
              long others = other.firstLong(session);
              long after = one.firstLong(session);
              other.run("COMMIT");
              return before != after || before == others;
            });
    if (lent) {
      throw new SQLNonTransientException(
          "something like PgBouncer lends the server's sessions to its clients in turn"
              + " (transaction pooling), and locks of a session do not survive that; connect to"
              + " the server itself, or use session pooling, or the other kind of locks (without"
              + " locks=session)");
    }
  }
}
