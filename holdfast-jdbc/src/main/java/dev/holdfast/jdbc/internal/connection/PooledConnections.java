package dev.holdfast.jdbc.internal.connection;

import com.zaxxer.hikari.HikariConfig;
import com.zaxxer.hikari.HikariDataSource;
import dev.holdfast.jdbc.internal.database.Dialect;
import dev.holdfast.jdbc.internal.database.KnownDialects;
import dev.holdfast.jdbc.internal.database.Statements;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.sql.SQLNonTransientException;
import java.sql.SQLTransientConnectionException;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Properties;
import java.util.concurrent.locks.ReentrantLock;
import org.jspecify.annotations.Nullable;

/** The pool of a store that was made of a {@code jdbc:} URL, open while a session is. */
public final class PooledConnections implements Connections {
  /** How long a thread waits for a connection: for one to be free, or to be made. */
  public static final Duration PATIENCE = Duration.ofSeconds(2);

  private static final Map<String, String> DRIVERS =
      Map.of(
          "jdbc:postgresql", "org.postgresql:postgresql",
          "jdbc:mariadb", "org.mariadb.jdbc:mariadb-java-client",
          "jdbc:mysql", "com.mysql:mysql-connector-j");

  // A statement does not wait for a row for long, and the server ends a client that was stopped
  // with rows locked: MariaDB soon, MySQL when it has been silent for longer than the pool lets a
  // connection be.
  // PostgreSQL is told in each transaction. What stands in the comment only MariaDB reads.
  private static final String MYSQL_SESSION =
      "SET SESSION innodb_lock_wait_timeout = 1, wait_timeout = 45,"
          + " sql_mode = 'STRICT_TRANS_TABLES', sql_safe_updates = 0"
          + " /*M!100300 , idle_transaction_timeout = 5 */";
  private static final Duration KEEP_ALIVE = Duration.ofSeconds(30);

  /** A pool and what is behind it. */
  private record Open(HikariDataSource pool, Dialect dialect) {}

  private final JdbcUrl url;
  // Guards the number of sessions, and that there is a pool while it is not 0.
  private final ReentrantLock lock = new ReentrantLock();
  private int sessions;
  private volatile @Nullable Open open;

  public PooledConnections(JdbcUrl url) {
    this.url = url;
  }

  @Override
  public Statements take() throws SQLException {
    Open current = open;
    if (current == null) {
      throw new SQLNonTransientException("its sessions are closed");
    }
    return BorrowedConnection.begin(connection(current.pool), current.dialect.longestAnswer());
  }

  private static Connection connection(HikariDataSource pool) throws SQLException {
    try {
      return BorrowedConnection.take(pool::getConnection);
    } catch (SQLTransientConnectionException none) {
      // The pool says how long it waited; what went wrong is the cause.
      Throwable cause = none.getCause();
      String why = cause == null ? none.getMessage() : cause.getMessage();
      throw new SQLTransientConnectionException(
          "no connection within " + PATIENCE.toSeconds() + " s: " + why, none);
    }
  }

  @Override
  public void giveBack(Statements statements, boolean usable) {
    BorrowedConnection.end(statements, usable);
  }

  @Override
  public boolean mayTell() {
    return url.scheme().equals("jdbc:postgresql");
  }

  /** None of the pool's: listening takes no connection from threads that have work to do. */
  @Override
  public Statements apart() throws SQLException {
    Open current = open;
    if (current == null) {
      throw new SQLNonTransientException("its sessions are closed");
    }
    Properties properties = new Properties();
    properties.putAll(url.properties());
    Connection made = DriverManager.getConnection(driverUrl(), properties);
    return BorrowedConnection.begin(made, current.dialect.longestAnswer());
  }

  @Override
  public boolean ownsApart() {
    return true;
  }

  @Override
  public Dialect opened() throws SQLException {
    lock.lock();
    try {
      Open current = open;
      if (current == null) {
        String driverUrl = driverUrl();
        current =
            LoginWatch.open(
                driverUrl, url.login(), () -> open(driverUrl), late -> late.pool.close());
        open = current;
      }
      sessions++;
      return current.dialect;
    } finally {
      lock.unlock();
    }
  }

  private Open open(String driverUrl) throws SQLException {
    HikariDataSource pool = pool(driverUrl);
    boolean done = false;
    try (Connection first = connection(pool)) {
      Open opened = new Open(pool, KnownDialects.of(first));
      done = true;
      return opened;
    } finally {
      if (!done) {
        BackgroundTask.run(pool::close);
      }
    }
  }

  /** The URL that a driver understands. */
  private String driverUrl() throws SQLException {
    String text = url.driverUrl();
    // MariaDB's driver speaks to MySQL as well, if that is asked for. MySQL takes passwords over
    // TLS
    // only; its own driver does not ask for a certificate that is known, either.
    String permitted =
        text
            + "?permitMysqlScheme=true"
            + (url.properties().containsKey("sslMode") ? "" : "&sslMode=trust");
    for (String each : List.of(text, permitted)) {
      if (JdbcUrl.hasDriver(each)) {
        return each;
      }
    }
    throw new SQLNonTransientException(
        "there is no driver for it on the class path; add " + DRIVERS.get(url.scheme()));
  }

  private HikariDataSource pool(String driverUrl) throws SQLException {
    HikariConfig config = new HikariConfig();
    config.setPoolName("holdfast");
    config.setDataSource(
        new PostgresOrMysqlSource(
            driverUrl, url.properties(), url.toString(), LoginWatch.longest(url.login())));
    config.setMaximumPoolSize(url.connections());
    // An idle client costs the server one connection.
    config.setMinimumIdle(1);
    config.setIdleTimeout(Duration.ofMinutes(1).toMillis());
    // From the beginning: a pool heeds a change of it up to half a minute later.
    config.setConnectionTimeout(PATIENCE.toMillis());
    config.setValidationTimeout(PATIENCE.toMillis() / 2);
    config.setKeepaliveTime(KEEP_ALIVE.toMillis());
    if (!url.scheme().equals("jdbc:postgresql")) {
      config.setConnectionInitSql(MYSQL_SESSION);
    }
    // One try now, which tells what is wrong.
    config.setInitializationFailTimeout(1);
    try {
      return new HikariDataSource(config);
    } catch (RuntimeException failed) {
      if (failed.getCause() instanceof SQLException why) {
        throw why;
      }
      throw failed;
    }
  }

  @Override
  public void closed() {
    lock.lock();
    try {
      sessions--;
      Open current = open;
      if (sessions == 0 && current != null) {
        open = null;
        BackgroundTask.run(current.pool::close);
      }
    } finally {
      lock.unlock();
    }
  }

  @Override
  public String toString() {
    return url.toString();
  }
}
