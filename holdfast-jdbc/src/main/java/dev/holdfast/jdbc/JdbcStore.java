package dev.holdfast.jdbc;

import dev.holdfast.jdbc.internal.connection.BoundedSource;
import dev.holdfast.jdbc.internal.connection.Connections;
import dev.holdfast.jdbc.internal.connection.DataSourceConnections;
import dev.holdfast.jdbc.internal.connection.JdbcUrl;
import dev.holdfast.jdbc.internal.connection.OpenFailure;
import dev.holdfast.jdbc.internal.connection.PooledConnections;
import dev.holdfast.jdbc.internal.connection.SqliteConnection;
import dev.holdfast.jdbc.internal.connection.SqliteFile;
import dev.holdfast.jdbc.internal.connection.WriterQueue;
import dev.holdfast.jdbc.internal.database.BusyRetry;
import dev.holdfast.jdbc.internal.database.Dialect;
import dev.holdfast.jdbc.internal.doctor.Inspection;
import dev.holdfast.jdbc.internal.push.PushListener;
import dev.holdfast.jdbc.internal.push.PushSession;
import dev.holdfast.jdbc.internal.push.PushSubscription;
import dev.holdfast.jdbc.internal.rows.RowDatabase;
import dev.holdfast.jdbc.internal.rows.RowSession;
import dev.holdfast.jdbc.internal.session.SessionLength;
import dev.holdfast.spi.ClientIdentity;
import dev.holdfast.spi.Examination;
import dev.holdfast.spi.Finding;
import dev.holdfast.spi.LockStore;
import dev.holdfast.spi.Mode;
import dev.holdfast.spi.StoreCapabilities;
import dev.holdfast.spi.StoreCapabilities.HoldKind;
import dev.holdfast.spi.StoreListener;
import dev.holdfast.spi.StoreSession;
import java.sql.SQLException;
import java.time.Duration;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import java.util.concurrent.atomic.AtomicReference;
import javax.sql.DataSource;
import org.jspecify.annotations.Nullable;

/**
 * Locks as rows of an SQL database, timed by the database's clock alone: PostgreSQL, MariaDB, MySQL
 * or SQLite, and H2 for development.
 *
 * <p>The store makes its tables (their names begin with {@code holdfast_}) on first use. Every
 * operation is a short transaction of its own, never part of a caller's. On PostgreSQL waiting
 * clients are told of their grants, over one connection more that is open while anybody holds or
 * waits; elsewhere they poll. They are served in order all the same.
 *
 * <p>A store made of a {@link DataSource} borrows a connection for each operation (and the one that
 * listens, as long as it does), hands it back as it came, and never closes the data source. Give it
 * a pool, or every operation opens a connection. An operation waits three seconds for a connection
 * at most, whatever timeout the data source has; HikariCP with a connection timeout of three
 * seconds or less saves it a change of thread. A store made of a URL ({@code jdbc:postgresql:},
 * {@code jdbc:mariadb:}, {@code jdbc:mysql:}) makes a pool with HikariCP, open while a client is.
 *
 * <p>On SQLite use a file in WAL mode ({@code PRAGMA journal_mode = WAL}). A store made of the URL
 * {@code sqlite:/path/to/file} looks after all of that itself. With such a URL, a power loss may
 * undo the last commits, because SQLite does not wait for the disk ({@code synchronous=NORMAL}).
 * That breaks no lock: all holders were on the same machine and have ended with it, and stamps do
 * not go back, since the clock keeps their order. But a name that should have stayed taken ({@code
 * holdAtLeast}) may be free again; {@code ?synchronous=full} waits for the disk at every commit. A
 * database server has to wait for its disk at a commit, since its clients live on.
 *
 * <p>Thread-safe.
 */
public final class JdbcStore implements LockStore {
  private final Connections connections;
  private final PushListener pushListener;
  private final Duration requestTimeout;
  // Found out once: whether there are pushes depends on what is at the other end.
  private final AtomicReference<@Nullable StoreCapabilities> capabilities = new AtomicReference<>();

  private JdbcStore(Connections connections, Duration requestTimeout) {
    this.connections = connections;
    this.pushListener = new PushListener(connections);
    this.requestTimeout = requestTimeout;
  }

  /** A store in the database behind a data source, which remains the caller's. */
  public static JdbcStore of(DataSource dataSource) {
    Objects.requireNonNull(dataSource, "dataSource");
    // For a connection, for a busy database, and for the last answer.
    return new JdbcStore(
        new DataSourceConnections(dataSource),
        BoundedSource.PATIENCE.plus(BusyRetry.TOTAL).plus(Duration.ofSeconds(3)));
  }

  /**
   * Locks that belong to the connections of a data source, which remains the caller's: PostgreSQL's
   * advisory locks, or those of {@code GET_LOCK} on MariaDB and MySQL. A free name costs neither a
   * transaction nor a wait for the disk. There is no lease to expire: a hold ends when it is
   * released, or when its connection does, which its holder is told at once. Exclusive locks only.
   *
   * <p>Each client keeps a connection while it holds or waits, and some more (up to four in all)
   * once several of its threads ask at the same time; none of them goes back to the pool. It sends
   * a word on each of them every second, and tells the server to end one that has been silent for
   * half a minute.
   */
  public static LockStore sessionLocks(DataSource dataSource) {
    Objects.requireNonNull(dataSource, "dataSource");
    return sessionLocks(
        new DataSourceConnections(dataSource),
        new SessionLength(SessionLength.USUAL, SessionLength.BORROWED),
        BoundedSource.PATIENCE);
  }

  static LockStore sessionLocks(JdbcUrl url) {
    needsPool(url);
    return sessionLocks(
        new PooledConnections(url), SessionLength.of(url), PooledConnections.PATIENCE);
  }

  private static LockStore sessionLocks(
      Connections connections, SessionLength length, Duration retry) {
    // For a connection, for a busy database, and for the answers that are waited for.
    Duration longest = retry.plus(BusyRetry.TOTAL).plus(Duration.ofSeconds(6));
    return new SessionLockStore(connections, length, longest);
  }

  static JdbcStore of(SqliteFile file) {
    return new JdbcStore(new SqliteConnection(file), longestOnFile());
  }

  /** For the turn to write, for the connection, and for a busy file. */
  private static Duration longestOnFile() {
    return WriterQueue.PATIENCE
        .multipliedBy(2)
        .plus(SqliteConnection.PATIENCE)
        .plus(BusyRetry.TOTAL);
  }

  static JdbcStore of(JdbcUrl url) {
    needsPool(url);
    // For a connection, for a busy database, and for the last answer.
    return new JdbcStore(
        new PooledConnections(url),
        PooledConnections.PATIENCE.plus(BusyRetry.TOTAL).plus(Duration.ofSeconds(3)));
  }

  private static void needsPool(JdbcUrl url) {
    if (!isPresent("com.zaxxer.hikari.HikariDataSource")) {
      throw new IllegalArgumentException(
          "'"
              + url
              + "' needs a connection pool, and HikariCP is not on the class path; add"
              + " com.zaxxer:HikariCP, or use JdbcStore.of(dataSource) with a pool of your own");
    }
  }

  private static boolean isPresent(String type) {
    try {
      Class.forName(type, false, JdbcStore.class.getClassLoader());
      return true;
    } catch (ClassNotFoundException absent) {
      return false;
    }
  }

  /**
   * What this store can do. It has pushes if it is on PostgreSQL itself, no proxy stands between
   * that lends the connections of a pool, and a connection can be spared to listen. A store that
   * has not been opened yet connects to find that out; one that cannot has no pushes, whatever it
   * finds later.
   */
  @Override
  public StoreCapabilities capabilities() {
    StoreCapabilities known = capabilities.get();
    if (known != null || !connections.mayTell()) {
      return settle(false);
    }
    Dialect dialect = null;
    try {
      dialect = connections.opened();
      return settle(hears(dialect));
    } catch (SQLException unknown) {
      return settle(false);
    } finally {
      if (dialect != null) {
        connections.closed();
      }
    }
  }

  @Override
  public Set<Mode> modes() {
    return Set.of(Mode.values());
  }

  /** The capabilities that were found first; these, if none were. */
  private StoreCapabilities settle(boolean pushes) {
    StoreCapabilities found = new StoreCapabilities(true, pushes, HoldKind.LEASE, requestTimeout);
    StoreCapabilities before = capabilities.compareAndExchange(null, found);
    return before == null ? found : before;
  }

  private boolean hears(Dialect dialect) throws SQLException {
    return dialect.tells()
        && connections.run(
            statements -> dialect.canHear(statements) && connections.canSpareBeside(statements));
  }

  @Override
  public StoreSession open(ClientIdentity client, StoreListener listener) {
    Objects.requireNonNull(listener, "listener");
    Dialect dialect = null;
    boolean opened = false;
    try {
      dialect = connections.opened();
      RowDatabase database = RowDatabase.over(connections, dialect);
      boolean pushes =
          (capabilities.get() == null ? settle(hears(dialect)) : capabilities()).pushes();
      opened = true;
      RowSession session =
          new RowSession(toString(), client.namespace(), database, connections::closed);
      if (!pushes) {
        return session;
      }
      PushSubscription subscription = new PushSubscription(client, listener);
      pushListener.open(subscription);
      return new PushSession(session, subscription, pushListener);
    } catch (SQLException error) {
      throw OpenFailure.of(this, error, dialect);
    } finally {
      if (dialect != null && !opened) {
        connections.closed();
      }
    }
  }

  @Override
  public List<Finding> examine(Examination examination) {
    return Inspection.ofRows(this, connections).run(examination);
  }

  /** Does nothing: a connection is open only while a session is, and the data source is yours. */
  @Override
  public void close() {}

  @Override
  public String toString() {
    return connections.toString();
  }
}
