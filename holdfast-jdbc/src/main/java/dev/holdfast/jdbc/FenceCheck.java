package dev.holdfast.jdbc;

import dev.holdfast.Owner;
import dev.holdfast.StaleTokenException;
import dev.holdfast.jdbc.internal.database.Schema;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.SQLTransactionRollbackException;

/** One check of one token, in the caller's transaction. */
final class FenceCheck {
  /*
   * The usual check is one UPDATE that finds the row, compares and raises in one step, and holds the
   * row from there on: nothing is read before it, so what it compares with is the newest that was
   * committed, in every isolation level, or the database reports that it cannot say so. Whatever is
   * admitted changes the row (it counts the contacts), so the number of rows is the answer, also
   * with drivers that do not count rows that stay what they were.
   *
   * InnoDB lets a transaction change a row that its reads do not see, because they see the instant
   * of its first read. If that lies before the last contact, the section would read what was before
   * the last holder wrote. So with the row locked, a plain read must see the last contact; if there
   * was no read before, it is this one that decides what later ones see.
   *
   * Only if it admits nothing, the row may be missing. It is made then; who does the same at the
   * same time waits for the other's transaction. Then the same UPDATE decides.
   *
   * MariaDB assigns from left to right: the owner is decided before the token changes.
   */
  private static final String NAMED =
      "UPDATE holdfast_fence"
          + " SET exclusive_owner = ?, exclusive_token = ?, contacts = contacts + 1"
          + " WHERE resource = ? AND shared_token < ? AND (exclusive_token < ?"
          + " OR (exclusive_token = ? AND exclusive_owner IN (?, '')))";
  private static final String UNNAMED =
      "UPDATE holdfast_fence SET"
          + " exclusive_owner = CASE WHEN exclusive_token = ? THEN exclusive_owner ELSE '' END,"
          + " exclusive_token = ?, contacts = contacts + 1"
          + " WHERE resource = ? AND shared_token < ? AND exclusive_token <= ?";
  private static final String SHARED =
      "UPDATE holdfast_fence SET"
          + " shared_token = CASE WHEN shared_token < ? THEN ? ELSE shared_token END,"
          + " contacts = contacts + 1"
          + " WHERE resource = ? AND exclusive_token < ?";
  private static final String MARKS =
      "SELECT exclusive_token, exclusive_owner, shared_token FROM holdfast_fence"
          + " WHERE resource = ?";
  private static final String CONTACTS = "SELECT contacts FROM holdfast_fence WHERE resource = ?";

  private final Connection connection;
  private final FenceTable table;
  private final String resource;
  private final byte[] key;
  private final long token;

  FenceCheck(Connection connection, FenceTable table, String resource, byte[] key, long token) {
    this.connection = connection;
    this.table = table;
    this.resource = resource;
    this.key = key;
    this.token = token;
  }

  /** An exclusive holder's: not below the highest exclusive one, and above the highest shared. */
  void exclusive(String owner) throws SQLException {
    if (owner.isEmpty()) {
      raise(UNNAMED, token, token, key, token, token);
    } else {
      raise(NAMED, owner, token, key, token, token, token, owner);
    }
  }

  /** A shared holder's: above the highest exclusive one. */
  void shared() throws SQLException {
    raise(SHARED, token, token, key, token);
  }

  private void raise(String sql, Object... arguments) throws SQLException {
    try {
      raiseInTable(sql, arguments);
    } catch (SQLException error) {
      throw Schema.isMissing(error) ? table.missing(resource, error) : error;
    }
  }

  private void raiseInTable(String sql, Object... arguments) throws SQLException {
    if (!table.isInnoDb() && update(sql, arguments) == 1) {
      return;
    }
    makeRoom();
    if (table.isInnoDb()) {
      failIfItSeesThePast();
    }
    if (update(sql, arguments) != 1) {
      throw new StaleTokenException(resource, token, marks(sql));
    }
  }

  private void makeRoom() throws SQLException {
    try {
      update(table.makeRoom(), key);
    } catch (SQLException error) {
      if (!table.isThere(error)) {
        throw error;
      }
    }
  }

  private void failIfItSeesThePast() throws SQLException {
    if (contacts("") != contacts(table.asItIs())) {
      throw new SQLTransactionRollbackException(
          "this transaction has read before the guard of '"
              + resource
              + "' was asked, and would not see what another holder has written since; roll it back"
              + " and repeat it, and ask the guard first",
          "40001");
    }
  }

  private long contacts(String how) throws SQLException {
    try (PreparedStatement statement = prepare(CONTACTS + how, key);
        ResultSet row = statement.executeQuery()) {
      return row.next() ? row.getLong(1) : -1;
    }
  }

  private int update(String sql, Object... arguments) throws SQLException {
    try (PreparedStatement statement = prepare(sql, arguments)) {
      return statement.executeUpdate();
    }
  }

  /** What a check that was refused met. */
  private String marks(String sql) throws SQLException {
    try (PreparedStatement statement = prepare(MARKS + table.asItIs(), key);
        ResultSet row = statement.executeQuery()) {
      if (!row.next()) {
        return "a newer one, whose mark is gone again";
      }
      long exclusive = row.getLong(1);
      String owner = row.getString(2);
      long shared = row.getLong(3);
      return !sql.equals(SHARED) && shared > exclusive
          ? "token " + shared + " of a shared holder"
          : "token " + exclusive + (owner.isEmpty() ? "" : " of " + Owner.parse(owner));
    }
  }

  private PreparedStatement prepare(String sql, Object... arguments) throws SQLException {
    PreparedStatement statement = connection.prepareStatement(sql);
    for (int i = 0; i < arguments.length; i++) {
      Object argument = arguments[i];
      if (argument instanceof byte[] bytes) {
        statement.setBytes(i + 1, bytes);
      } else if (argument instanceof Long number) {
        statement.setLong(i + 1, number);
      } else {
        statement.setString(i + 1, (String) argument);
      }
    }
    return statement;
  }
}
