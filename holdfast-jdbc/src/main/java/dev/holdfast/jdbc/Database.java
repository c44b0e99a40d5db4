package dev.holdfast.jdbc;

import java.nio.charset.StandardCharsets;
import java.sql.SQLException;
import java.util.Collection;
import java.util.SortedSet;
import java.util.TreeSet;

/** A database with Holdfast's tables, as one session uses it. Thread-safe. */
final class Database {
  private final Dialect dialect;
  private final Autocommit autocommit;
  private final Tidying tidying;
  private final Sql sql;

  private Database(Dialect dialect, Autocommit autocommit) {
    this.dialect = dialect;
    this.autocommit = autocommit;
    this.tidying = new Tidying(dialect);
    this.sql = new Sql(dialect);
  }

  /** Makes the tables if need be. */
  static Database over(Connections connections, Dialect dialect) throws SQLException {
    return new Database(
        dialect,
        Autocommit.over(
            connections,
            dialect,
            statements -> {
              Schema.ensure(dialect, statements);
              return true;
            }));
  }

  Sql sql() {
    return sql;
  }

  /**
   * Runs work on some names in a transaction that writes; it may run more than once before it
   * counts.
   */
  <T> T write(String namespace, Collection<String> names, Transaction.Work<T> work)
      throws SQLException {
    // In one order everywhere, so that two transactions never wait for each other.
    SortedSet<String> inOrder = new TreeSet<>(names);
    return alone(
        statements -> {
          T result =
              Transaction.write(
                  dialect,
                  statements,
                  inside -> {
                    for (String name : inOrder) {
                      byte[] bytes = name.getBytes(StandardCharsets.UTF_8);
                      dialect.lock(inside, namespace, bytes);
                    }
                    return work.run(inside);
                  });
          tidying.afterWrite(statements);
          return result;
        });
  }

  /** The rows of a name. */
  NameTables tables(Statements statements, String namespace, String name) {
    return new NameTables(statements, dialect, sql, namespace, name);
  }

  /** Runs queries that see one instant. */
  <T> T read(Transaction.Work<T> work) throws SQLException {
    return alone(statements -> Transaction.read(dialect, statements, work));
  }

  /** Whether others were at work on some names, so that work on other names may go on. */
  boolean isNameBusy(SQLException error) {
    return dialect.locksNames() && dialect.isBusy(error);
  }

  boolean isTransient(SQLException error) {
    return dialect.isTransient(error);
  }

  /**
   * Runs statements without a transaction around them: each is right by itself. They may run more
   * than once, too.
   */
  <T> T alone(Transaction.Work<T> work) throws SQLException {
    return autocommit.run(work);
  }
}
