package dev.holdfast.jdbc;

import dev.holdfast.Lease;
import dev.holdfast.StaleTokenException;
import java.nio.charset.StandardCharsets;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.Objects;
import javax.sql.DataSource;

/**
 * A guard for data in an SQL database: it remembers the highest fencing token that a resource has
 * seen, in the table {@code holdfast_fence} beside the data, and rejects older tokens. A lock alone
 * cannot do that: a holder that was paused may write after its lease has ended, before it notices.
 *
 * <pre>{@code
 * try (Lease lease = holdfast.mutex("account:7").acquire();
 *     Connection connection = dataSource.getConnection()) {
 *   connection.setAutoCommit(false);
 *   Fence.check(connection, "account:7", lease);   // first of all
 *   long balance = read(connection);               // no older holder changes it now
 *   write(connection, balance - 10);
 *   connection.commit();
 * }
 * }</pre>
 *
 * <p>Check at the beginning of <em>each</em> transaction of the section, before it reads: checked
 * at the write alone, an older holder could still write between the newer one's read and its write.
 * The check is a part of the caller's transaction and holds the resource's row until that ends, so
 * two sections that check the same resource take turns; it neither commits nor rolls back. The
 * isolation level may be any.
 *
 * <p>A resource is what one lock protects, and its tokens must all come from that one lock: tokens
 * of two names say nothing about each other. The name of the lock is a good name for the resource.
 * It has 1 to 512 UTF-8 bytes.
 *
 * <p>Under a read-write lock, writers call {@code check} and readers {@code checkShared}. A writer
 * is refused if a newer writer or a newer reader has been there, a reader if a newer writer has.
 * Readers need a check where what they read decides over something that is written.
 *
 * <p>SQLite, PostgreSQL, MariaDB, MySQL and H2 are known.
 */
public final class Fence {
  private static final int LONGEST_RESOURCE = 512;

  private Fence() {}

  /**
   * Raises the mark of a resource for an exclusive holder, in the caller's transaction.
   *
   * @throws StaleTokenException if a newer holder has been there, or another with the same token;
   *     nothing was changed
   * @throws IllegalStateException if the connection is in auto-commit mode, where nothing would be
   *     held until the section has written
   * @throws SQLException if the database says no; where two transactions cannot be serialized, the
   *     caller repeats the whole of its own as always. On MariaDB and MySQL, with SQLSTATE 40001,
   *     also if this transaction has read before another holder's contact, and would go on reading
   *     what was then
   */
  public static void check(Connection connection, String resource, Lease lease)
      throws SQLException {
    begin(connection, resource, lease.token()).exclusive(lease.owner().id());
  }

  /**
   * The same for a token alone, which may have come from another process. Which lease it belongs to
   * is not known, so a token equal to the newest one is always admitted.
   *
   * @throws StaleTokenException if a newer holder has been there; nothing was changed
   * @throws IllegalStateException if the connection is in auto-commit mode
   * @throws SQLException if the database says no
   */
  public static void check(Connection connection, String resource, long token) throws SQLException {
    begin(connection, resource, token).exclusive("");
  }

  /**
   * Raises the mark of a resource for a shared holder, a reader, in the caller's transaction.
   *
   * @throws StaleTokenException if a newer exclusive holder has been there; nothing was changed
   * @throws IllegalStateException if the connection is in auto-commit mode
   * @throws SQLException if the database says no
   */
  public static void checkShared(Connection connection, String resource, Lease lease)
      throws SQLException {
    checkShared(connection, resource, lease.token());
  }

  /**
   * The same for a token alone.
   *
   * @throws StaleTokenException if a newer exclusive holder has been there; nothing was changed
   * @throws IllegalStateException if the connection is in auto-commit mode
   * @throws SQLException if the database says no
   */
  public static void checkShared(Connection connection, String resource, long token)
      throws SQLException {
    begin(connection, resource, token).shared();
  }

  /**
   * Makes the table unless it is there. Several programs may do so at once. The statements are also
   * files in this module, {@code fence-postgresql.sql} and so on, for migration tools.
   */
  public static void createTable(DataSource dataSource) throws SQLException {
    try (Connection connection = dataSource.getConnection()) {
      FenceTable.of(connection).create(connection);
    }
  }

  private static FenceCheck begin(Connection connection, String resource, long token)
      throws SQLException {
    Objects.requireNonNull(connection, "connection");
    byte[] bytes = resource.getBytes(StandardCharsets.UTF_8);
    if (bytes.length == 0 || bytes.length > LONGEST_RESOURCE) {
      throw new IllegalArgumentException(
          "a resource has 1 to " + LONGEST_RESOURCE + " UTF-8 bytes, but this has " + bytes.length);
    }
    if (token <= 0) {
      throw new IllegalArgumentException("a token is positive, but this is " + token);
    }
    if (connection.getAutoCommit()) {
      throw new IllegalStateException(
          "the guard of '"
              + resource
              + "' was asked in auto-commit mode, where nothing would keep another holder out"
              + " between this check and the writes; begin a transaction first:"
              + " connection.setAutoCommit(false)");
    }
    return new FenceCheck(connection, FenceTable.of(connection), resource, bytes, token);
  }
}
