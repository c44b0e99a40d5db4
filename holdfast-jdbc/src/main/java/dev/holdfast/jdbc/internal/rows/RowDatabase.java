package dev.holdfast.jdbc.internal.rows;

import dev.holdfast.jdbc.internal.connection.Autocommit;
import dev.holdfast.jdbc.internal.connection.Connections;
import dev.holdfast.jdbc.internal.database.Dialect;
import dev.holdfast.jdbc.internal.database.Schema;
import dev.holdfast.jdbc.internal.database.Statements;
import dev.holdfast.jdbc.internal.database.Transaction;
import java.nio.charset.StandardCharsets;
import java.sql.SQLException;
import java.util.Collection;
import java.util.List;
import java.util.Optional;
import java.util.SortedSet;
import java.util.TreeSet;

/** A database with Holdfast's tables, as one session uses it. Thread-safe. */
public final class RowDatabase {
  private final Dialect dialect;
  private final Autocommit autocommit;
  private final RowCleanup cleanup;
  private final RowSql sql;

  private RowDatabase(Dialect dialect, Autocommit autocommit) {
    this.dialect = dialect;
    this.autocommit = autocommit;
    this.cleanup = new RowCleanup(dialect);
    this.sql = new RowSql(dialect);
  }

  /** Makes the tables if need be. */
  public static RowDatabase over(Connections connections, Dialect dialect) throws SQLException {
    return new RowDatabase(
        dialect,
        Autocommit.over(
            connections,
            dialect,
            statements -> {
              Schema.ensure(dialect, statements);
              return true;
            }));
  }

  public RowSql sql() {
    return sql;
  }

  /**
   * Runs work on some names in a transaction that writes; it may run more than once before it
   * counts.
   */
  <T> T write(String namespace, Collection<String> names, Transaction.Work<T> work)
      throws SQLException {
    return autocommit.write(statements -> inTransaction(statements, namespace, names, work));
  }

  /**
   * Does the work on a name by one statement, if that finds the usual case, and in a transaction if
   * not.
   *
   * @param usual empty if it has changed nothing
   */
  <T> T write(
      String namespace,
      String name,
      Transaction.Work<Optional<T>> usual,
      Transaction.Work<T> otherwise)
      throws SQLException {
    return autocommit.write(
        statements -> {
          Optional<T> done = usual.run(statements);
          return done.isPresent()
              ? done.get()
              : inTransaction(statements, namespace, List.of(name), otherwise);
        });
  }

  private <T> T inTransaction(
      Statements statements, String namespace, Collection<String> names, Transaction.Work<T> work)
      throws SQLException {
    // In one order everywhere, so that two transactions never wait for each other.
    SortedSet<String> inOrder = new TreeSet<>(names);
    T result =
        Transaction.write(
            dialect,
            statements,
            inside -> {
              for (String name : inOrder) {
                dialect.lock(inside, namespace, name.getBytes(StandardCharsets.UTF_8));
              }
              return work.run(inside);
            });
    cleanup.afterWrite(statements);
    return result;
  }

  /** The rows of a name. */
  NameTables tables(Statements statements, String namespace, String name) {
    return new NameTables(statements, dialect, sql, namespace, name);
  }

  /** Runs queries that see one instant. */
  <T> T read(Transaction.Work<T> work) throws SQLException {
    return readAlone(statements -> Transaction.read(dialect, statements, work));
  }

  /** Whether others were at work on some names, so that work on other names may go on. */
  boolean isNameBusy(SQLException error) {
    return dialect.locksNames() && dialect.isBusy(error);
  }

  boolean isTransient(SQLException error) {
    return dialect.isTransient(error);
  }

  /**
   * Runs statements that write without a transaction around them: each is right by itself. They may
   * run more than once, too.
   */
  <T> T writeAlone(Transaction.Work<T> work) throws SQLException {
    return autocommit.write(work);
  }

  /** Runs queries without a transaction around them; they may run more than once, too. */
  <T> T readAlone(Transaction.Work<T> work) throws SQLException {
    return autocommit.run(work);
  }
}
