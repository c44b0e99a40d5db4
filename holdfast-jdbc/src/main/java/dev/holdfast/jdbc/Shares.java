package dev.holdfast.jdbc;

import java.sql.SQLException;
import java.util.List;

/**
 * The rows of one name's shared holds, inside a transaction. They are there only while the name's
 * own row says {@link Sql#SHARED}; its expiry is always that of the last of them to end.
 */
final class Shares {
  /** A hold: whose, its last stamp and its last millisecond. */
  record Hold(String attempt, long stamp, long expires) {}

  private final Statements statements;
  private final String namespace;
  private final byte[] name;

  Shares(Statements statements, String namespace, byte[] name) {
    this.statements = statements;
    this.namespace = namespace;
    this.name = name;
  }

  /** The live ones, in the order of their stamps. */
  List<Hold> live(long now) throws SQLException {
    return statements.all(
        Sql.SHARES,
        row -> new Hold(row.getString(1), row.getLong(2), row.getLong(3)),
        namespace,
        name,
        now);
  }

  /** The last millisecond of the last to end of the live ones, 0 if there is none. */
  long expires(long now) throws SQLException {
    return live(now).stream().mapToLong(Hold::expires).max().orElse(0);
  }

  void add(Hold hold) throws SQLException {
    statements.update(Sql.INSERT_SHARE, hold.stamp, hold.expires, namespace, name, hold.attempt);
  }

  void renew(Hold hold) throws SQLException {
    int found =
        statements.update(Sql.RENEW_SHARE, hold.stamp, hold.expires, namespace, name, hold.attempt);
    if (found == 0) {
      statements.mustFind(Sql.HAS_SHARE, namespace, name, hold.attempt);
    }
  }

  void end(String attempt) throws SQLException {
    statements.update(Sql.END_SHARE, namespace, name, attempt);
  }

  /** Ends all, the dead too. */
  void clear() throws SQLException {
    statements.update(Sql.END_SHARES, namespace, name);
  }
}
