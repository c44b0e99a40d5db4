package dev.holdfast.jdbc.internal.database;

import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DatabaseMetaData;
import java.sql.SQLException;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * What differs between databases: the clock, how a transaction that writes begins, how a name's
 * rows are kept from other writers, how the tables are made, and what errors mean. The rest is the
 * same code over the same tables. Methods with a default assume more than standard SQL where they
 * use {@code RETURNING} ({@link #returningStamp}), {@code LIMIT} ({@link #deleteSome}), a division
 * of whole numbers ({@link #today}), or {@code GREATEST}.
 *
 * <p>To add a database:
 *
 * <ol>
 *   <li>A subclass of this in this package, or of {@link ServerDialect} if its transactions run at
 *       once. Its tables are a resource beside {@code postgresql.sql}, with the same tables and
 *       columns (without {@code plain} where it is not a {@link ServerDialect}), and the layout's
 *       version, {@code Schema.VERSION}.
 *   <li>A place in {@link KnownDialects}, which takes the first one whose {@link #isOf} says yes:
 *       one that another one would take for its own comes before that one.
 *   <li>What asks for the kind of database, too. By {@code instanceof}, so that a subclass of
 *       {@link MySqlDialect} gets what MySQL has, session locks by {@code GET_LOCK} among it,
 *       unless it is named there: {@code SessionSql.of}, the doctor's {@code Inspection.of}, and
 *       {@code mayMake} and {@code missing} of {@code TableChecks}, which ask whom they do not know
 *       in the SQL of MySQL. By the name of the product: {@code FenceTable.of}, which would take a
 *       relative that calls itself PostgreSQL for PostgreSQL; guards need a constant there, and a
 *       resource {@code fence-….sql}. By codes (of SQLite by the message): {@code
 *       Schema.isMissing}. {@code RowSql} and {@code SessionSql} write {@code LIMIT}.
 *   <li>For a scheme of URLs: {@code JdbcStoreProvider}, {@code PooledConnections}, {@code JdbcUrl}
 *       (its constructor and {@code loginBounds}), {@code ServerProbe}. The last three take for
 *       MySQL what is not PostgreSQL: its port, its first bytes, its {@code SET SESSION}, its
 *       properties for prepared statements. In the core {@code UnknownStore}, which says which
 *       artifact is missing; of the program {@code CommonOptions}, and the driver in its pom.
 *   <li>Tests on a real server: the driver in this module's pom; the server, an {@code SqlServer}
 *       of {@code holdfast-servers}, in a class like {@code SharedMariaDb}; a class like {@code
 *       MariaDbTckTest} for the kit, and one for each of the {@code Server*Tests} that fit. What
 *       runs within the process has a fixture like {@code H2Fixture}.
 *   <li>Pages: {@code sql}, {@code which-store}, {@code stores/databases}, {@code compatibility},
 *       {@code README}, their translations, the changelog, and a decision.
 * </ol>
 *
 * <p>A dialect promises that two writing transactions on one name run one after the other, once
 * {@link #lock} has returned, that what they read from then on is what the other one left, and that
 * {@link #clock()} read from then on is read after the other one ended.
 */
public abstract class Dialect implements Statements.Bounds {
  /**
   * Begins the word that stands in a name's row in place of an attempt if several hold the name, or
   * did last.
   */
  public static final String SHARED = "+";

  public static final long DAY_MILLIS = 86_400_000;

  /** What the database is called. */
  public abstract String product();

  /** Whether this is the dialect of a database of which the driver says so. */
  boolean isOf(String product, DatabaseMetaData about) throws SQLException {
    return product().equalsIgnoreCase(product);
  }

  /** An SQL expression: the database's time in whole milliseconds since 1970, rounded down. */
  public abstract String clock();

  /** Like {@link #clock()}, of a database in which the tables are not made yet. */
  public String clockWithoutTables() {
    return clock();
  }

  /** An SQL expression: the day of {@link #clock()}. */
  public String today() {
    return clock() + " / " + DAY_MILLIS;
  }

  /** An SQL expression: the greater of two numbers. */
  public String greatest(String one, String other) {
    return "GREATEST(" + one + ", " + other + ")";
  }

  /**
   * A condition on a row of {@code holdfast_lock}: no client waits for the name. It stands in a
   * statement that is a transaction by itself, and must be true of the very row that is changed.
   */
  public abstract String usual();

  /**
   * A condition like {@link #usual}: an attempt, which is bound to it, has not been marked; empty
   * if that is part of {@link #usual}.
   */
  public abstract String notMarked();

  /** What a statement that grants or frees a name writes besides; begins with a comma. */
  public abstract String settling();

  /** Says in the name's row that a client waits or is marked, where that is written there. */
  public abstract void unsettle(Statements statements, String namespace, byte[] name)
      throws SQLException;

  @Override
  public String bounded(String sql) {
    return sql;
  }

  @Override
  public Duration cancelledAfter() {
    return Duration.ZERO;
  }

  /** The expression that a grant by one statement writes as its stamp. */
  public String granted(String stamp) {
    return stamp;
  }

  /** Ends a statement that grants, if what it says is needed to learn the stamp. */
  public String returningStamp() {
    return " RETURNING stamp";
  }

  /** Runs a statement that grants; the stamp if it did. */
  public Optional<Long> stampOf(Statements statements, String sql, Object... arguments)
      throws SQLException {
    return statements.all(sql, row -> row.getLong(1), arguments).stream().findFirst();
  }

  /**
   * Whether a table of values can stand in a statement, and is joined in the order that it says, by
   * the keys of the tables that follow.
   */
  public boolean listsValues() {
    return false;
  }

  /**
   * A statement that deletes some rows.
   *
   * @param key the columns of the table's key
   * @param order an indexed column, by which the rows to delete come first
   * @param condition what holds of the rows; its parameters are bound, then the greatest number of
   *     rows, then the parameters again if {@link #bindsTwice}
   */
  public String deleteSome(String table, String key, String order, String condition) {
    return "DELETE FROM "
        + table
        + " WHERE ("
        + key
        + ") IN (SELECT "
        + key
        + " FROM "
        + table
        + " WHERE "
        + condition
        + " ORDER BY "
        + order
        + " LIMIT ?) AND "
        + condition;
  }

  /** Whether {@link #deleteSome} has its condition twice. */
  public boolean bindsTwice() {
    return true;
  }

  /** Begins to delete what is not needed any more; false if another client does that now. */
  public boolean beginCleanup(Statements statements) throws SQLException {
    return true;
  }

  /** Ends what {@link #beginCleanup} began. */
  public void endCleanup(Statements statements) throws SQLException {}

  /** The name of the resource with the tables. */
  public abstract String schema();

  /** The resource that makes the present tables of those of an earlier version, if there is one. */
  public @Nullable String change(long version) {
    return null;
  }

  /** A query that tells how many of Holdfast's tables there are that keep the layout's version. */
  public abstract String countOfLayoutTables();

  /** Why the database behind the connection cannot hold locks, if that is so. */
  public abstract @Nullable String refusal(Statements statements) throws SQLException;

  /** The file of the database behind the connection, if one process writes to it at a time. */
  public @Nullable Path file(Statements statements) throws SQLException {
    return null;
  }

  /** How long a connection waits for one answer before it is given up; zero: it cannot hang. */
  public abstract Duration longestAnswer();

  /**
   * Whether a connection that was lent has a transaction under way that is not ours, as far as that
   * can be told without touching it.
   */
  public boolean isInTransaction(Connection lent) throws SQLException {
    return false;
  }

  /** Begins a transaction that writes. */
  public abstract void beginWrite(Statements statements) throws SQLException;

  /** Makes other writers of a name wait until this transaction has ended. */
  public abstract void lock(Statements statements, String namespace, byte[] name)
      throws SQLException;

  /** Whether {@link #lock} locks a name, and not the whole database. */
  public abstract boolean locksNames();

  /** Begins a transaction that makes the tables; no other client makes them meanwhile. */
  abstract void beginSchema(Statements statements) throws SQLException;

  /** Ends what {@link #beginSchema} began besides the transaction. */
  abstract void endSchema(Statements statements) throws SQLException;

  /** Begins a transaction whose queries see one instant and that blocks no other client. */
  abstract void beginRead(Statements statements) throws SQLException;

  public abstract void commit(Statements statements) throws SQLException;

  /** Whether other clients can be told what has happened. */
  public boolean tells() {
    return false;
  }

  /** Tells them, outside of any transaction. */
  public void tell(Statements statements, List<Statements.Word> words) throws SQLException {}

  /** Whether this end of a connection can receive pushes. */
  public boolean canHear(Statements statements) throws SQLException {
    return false;
  }

  public abstract void rollback(Statements statements) throws SQLException;

  /** Whether nothing happened because others were at work, so that the whole may be repeated. */
  public abstract boolean isBusy(SQLException error);

  /** An error as users are to be told it. */
  public SQLException told(SQLException error) {
    return error;
  }

  /** Whether asking again later can help. */
  public abstract boolean isTransient(SQLException error);
}
