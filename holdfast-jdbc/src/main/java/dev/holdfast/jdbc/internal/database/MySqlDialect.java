package dev.holdfast.jdbc.internal.database;

import java.sql.Connection;
import java.sql.DatabaseMetaData;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/** MySQL, with InnoDB tables. */
public class MySqlDialect extends ServerDialect {
  // https://dev.mysql.com/doc/mysql-errors/en/server-error-reference.html
  private static final Set<Integer> BUSY_CODES =
      Set.of(
          1020, // the record has changed since it was last read
          1205, // no lock in time
          1213); // deadlock
  // A replica may become the primary, and a primary that is to be one again is read-only for a
  // time.
  private static final Set<Integer> READ_ONLY_CODES =
      Set.of(
          1290, // read_only or super_read_only
          1792, // a transaction that is read-only
          1836, // innodb_read_only
          3032); // offline_mode

  /** What may meet a table that is locked; the server's own bound is a year. */
  static final Pattern IS_BOUNDED = Pattern.compile("^(SELECT|INSERT|UPDATE|DELETE) ");

  private static final int IN_TRANSACTION = 1568;

  /** Of the next transaction only. */
  private static final String NEXT_COMMITTED = "SET TRANSACTION ISOLATION LEVEL READ COMMITTED";

  // Locks of this kind have names of up to 64 characters, as databases have.
  private static final String HASH = "LEFT(SHA2(DATABASE(), 256), 40)";
  private static final String SCHEMA_LOCK =
      "IF(CHAR_LENGTH(DATABASE()) < 50, CONCAT(DATABASE(), 'holdfast_layout'),"
          + " CONCAT('holdfast_layout', "
          + HASH
          + "))";
  private static final String CLEANUP = "CONCAT('holdfast_tidy', " + HASH + ")";

  @Override
  public String product() {
    return "MySQL";
  }

  @Override
  boolean isOf(String product, DatabaseMetaData about) throws SQLException {
    return product.equalsIgnoreCase("MySQL") && !isMariaDb(about);
  }

  /** MySQL's driver calls both MySQL, but passes on what the server says of its version. */
  static boolean isMariaDb(DatabaseMetaData about) throws SQLException {
    return about.getDatabaseProductVersion().toLowerCase(Locale.ROOT).contains("mariadb");
  }

  @Override
  public String clock() {
    // Not UNIX_TIMESTAMP(now), which goes through the session's time zone and stumbles over the
    // hour that a change of the clocks repeats. It is when the statement began: each later
    // statement reads it anew.
    return "(TIMESTAMPDIFF(MICROSECOND, '1970-01-01', UTC_TIMESTAMP(6)) DIV 1000)";
  }

  /**
   * A condition: the server is read-only. It is asked for every user, since users with special
   * rights may write to such a server all the same, where no client of the primary sees it. Newer
   * versions of MariaDB have more values than 0 and 1.
   */
  public final String isReadOnly() {
    return "CONCAT(@@GLOBAL.read_only) NOT IN ('0', 'OFF') OR @@GLOBAL.innodb_read_only = 1";
  }

  /** Goes on {@link #isReadOnly}: users with special rights stay when all others are cut off. */
  public String orIsOffline() {
    return " OR @@GLOBAL.offline_mode = 1";
  }

  @Override
  public String bounded(String sql) {
    return IS_BOUNDED.matcher(sql).replaceFirst("$1 /*+ SET_VAR(lock_wait_timeout = 1) */ ");
  }

  @Override
  public String today() {
    return "(" + clock() + " DIV " + DAY_MILLIS + ")";
  }

  @Override
  public String granted(String stamp) {
    // There is no RETURNING for an UPDATE; this way the answer brings it along.
    return "LAST_INSERT_ID(" + stamp + ")";
  }

  @Override
  public String returningStamp() {
    return "";
  }

  @Override
  public Optional<Long> stampOf(Statements statements, String sql, Object... arguments)
      throws SQLException {
    return statements.keyOf(sql, arguments);
  }

  @Override
  public String deleteSome(String table, String key, String order, String condition) {
    return "DELETE FROM " + table + " WHERE " + condition + " ORDER BY " + order + " LIMIT ?";
  }

  @Override
  public boolean beginCleanup(Statements statements) throws SQLException {
    return statements.firstLong("SELECT COALESCE(GET_LOCK(" + CLEANUP + ", 0), 0)") == 1;
  }

  @Override
  public void endCleanup(Statements statements) throws SQLException {
    statements.firstLong("SELECT RELEASE_LOCK(" + CLEANUP + ")");
  }

  @Override
  public boolean bindsTwice() {
    return false;
  }

  @Override
  public String usual() {
    return super.usual() + " AND NOT (" + isReadOnly() + ")";
  }

  @Override
  String lockRow() {
    return "SELECT CASE WHEN "
        + isReadOnly()
        + " THEN 0 ELSE 1 END FROM holdfast_lock"
        + THIS_ROW
        + " FOR UPDATE";
  }

  @Override
  String unlessThere() {
    // Not IGNORE, which would share the lock on a row that is there: two who then want it for
    // themselves wait for each other.
    return " ON DUPLICATE KEY UPDATE plain = plain";
  }

  @Override
  public String schema() {
    return "mysql.sql";
  }

  @Override
  public String countOfLayoutTables() {
    return "SELECT COUNT(*) FROM information_schema.tables"
        + " WHERE table_schema = DATABASE() AND table_name = 'holdfast_layout'";
  }

  @Override
  public @Nullable String refusal(Statements statements) throws SQLException {
    return statements.first("SELECT DATABASE()", row -> row.getString(1)) == null
        ? "the connection has chosen no database; name one in the URL, as in"
            + " jdbc:"
            + product().toLowerCase(Locale.ROOT)
            + "://host/database"
        : null;
  }

  /** What is said of the next transaction is refused while there is one. */
  @Override
  public boolean isInTransaction(Connection lent) throws SQLException {
    if (lent.getAutoCommit()) {
      return false;
    }
    try (Statement statement = lent.createStatement()) {
      statement.execute(NEXT_COMMITTED);
      return false;
    } catch (SQLException error) {
      if (error.getErrorCode() == IN_TRANSACTION) {
        return true;
      }
      throw error;
    }
  }

  @Override
  public void beginWrite(Statements statements) throws SQLException {
    // What is read after the name's row was locked must be what the last one left. This is of the
    // next transaction only: the connection keeps its own level.
    statements.run(NEXT_COMMITTED);
    // Not READ WRITE, as the statements that are transactions by themselves cannot say so either: a
    // session that is read-only by default stays so.
    statements.run("START TRANSACTION");
  }

  @Override
  void beginSchema(Statements statements) throws SQLException {
    // Each statement that makes a table is a transaction by itself, so a transaction is no help.
    long taken = statements.firstLong("SELECT COALESCE(GET_LOCK(" + SCHEMA_LOCK + ", 2), 0)");
    if (taken != 1) {
      throw new BusyException("another client makes the tables");
    }
  }

  @Override
  void endSchema(Statements statements) throws SQLException {
    statements.firstLong("SELECT RELEASE_LOCK(" + SCHEMA_LOCK + ")");
  }

  @Override
  void beginRead(Statements statements) throws SQLException {
    statements.run("SET TRANSACTION ISOLATION LEVEL REPEATABLE READ");
    statements.run("START TRANSACTION WITH CONSISTENT SNAPSHOT, READ ONLY");
  }

  @Override
  public boolean isBusy(String state, int code) {
    return BUSY_CODES.contains(code);
  }

  @Override
  boolean isReadOnly(SQLException error) {
    return super.isReadOnly(error) || READ_ONLY_CODES.contains(error.getErrorCode());
  }
}
