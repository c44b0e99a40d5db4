package dev.holdfast.jdbc;

import com.zaxxer.hikari.HikariConfig;
import com.zaxxer.hikari.HikariDataSource;
import dev.holdfast.Holdfast;
import dev.holdfast.servers.Ports;
import dev.holdfast.servers.Relay;
import dev.holdfast.servers.SqlServer;
import dev.holdfast.spi.LockStore;
import dev.holdfast.spi.StoreUrl;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import javax.sql.DataSource;
import org.awaitility.Awaitility;

/** A real database server, started once for the tests of this JVM, and its databases. */
abstract class Server {
  private static final AtomicInteger DATABASES = new AtomicInteger();

  /** The server itself. */
  final SqlServer process;

  /**
   * Connections to the database that is always there: tests ask it again and again, and PostgreSQL
   * starts a process for each connection.
   */
  private HikariDataSource kept;

  private boolean wasConnected;

  /** How a server of a kind is made. */
  interface Kind {
    SqlServer at(Path folder, int port) throws IOException;
  }

  Server(Kind kind) {
    try {
      process = kind.at(Databases.directory(), Ports.free());
      process.start();
    } catch (IOException error) {
      throw new UncheckedIOException(error);
    }
  }

  private synchronized DataSource kept() {
    if (kept == null) {
      HikariConfig config = new HikariConfig();
      config.setDataSource(dataSource(root()));
      config.setMaximumPoolSize(2);
      config.setMinimumIdle(0);
      kept = new HikariDataSource(config);
    }
    return kept;
  }

  private Connection connection(String database) throws SQLException {
    return (database.equals(root()) ? kept() : dataSource(database)).getConnection();
  }

  /** Its host and port. */
  final String address() {
    return Ports.HOST + ":" + process.port();
  }

  /** Connections to a database without a pool. */
  abstract DataSource dataSource(String database);

  /** The URL under which a store finds a database. */
  abstract String url(String database);

  /** A URL of this server by way of a relay. */
  final String through(Relay wire, String url) {
    return url.replace(":" + process.port(), ":" + wire.port());
  }

  /** Stops the server and starts it again, with its data. */
  final void restart() throws IOException {
    forgetConnections();
    process.restart();
  }

  private synchronized void forgetConnections() {
    if (kept != null) {
      kept.close();
      kept = null;
    }
  }

  /** The database that is always there. */
  abstract String root();

  /** Whether any transaction waits for a row that another one has locked. */
  abstract boolean someoneWaitsForARow();

  /** Ends all connections to a database but the one that says so. */
  abstract void endConnections(String database);

  /** The URL for a user that the server does not let in. */
  abstract String urlOfAStranger(String database, String password);

  static void await(java.util.concurrent.Callable<Boolean> condition) {
    await(Duration.ofSeconds(10), condition);
  }

  /** With a bound of its own, where a busy machine may need more than ten seconds. */
  static void await(Duration patience, java.util.concurrent.Callable<Boolean> condition) {
    Awaitility.await().pollInterval(5, TimeUnit.MILLISECONDS).atMost(patience).until(condition);
  }

  /** Makes a database without tables; its name. */
  String newDatabase() {
    connectOnce();
    return anotherDatabase();
  }

  private String anotherDatabase() {
    String name = "test" + DATABASES.incrementAndGet();
    execute(root(), "CREATE DATABASE " + name);
    return name;
  }

  /**
   * The first client loads the driver's classes: a busy machine may take longer than tests wait.
   */
  private synchronized void connectOnce() {
    if (!wasConnected) {
      Holdfast.builder(url(anotherDatabase()))
          .connectTimeout(Duration.ofMinutes(1))
          .build()
          .close();
      wasConnected = true;
    }
  }

  LockStore store(String database) {
    return new JdbcStoreProvider().create(StoreUrl.parse(url(database)));
  }

  /** Makes a database forget all locks. */
  void forget(String database) {
    for (String table : new String[] {"lock", "share", "queue", "mark"}) {
      execute(database, "DELETE FROM holdfast_" + table);
    }
  }

  /** Runs one statement, as somebody else would. */
  void execute(String database, String sql) {
    try (Connection connection = connection(database);
        Statement statement = connection.createStatement()) {
      statement.execute(sql);
    } catch (SQLException error) {
      throw new AssertionError(error);
    }
  }

  /** The number a query answers. */
  long number(String database, String sql) {
    try (Connection connection = connection(database);
        Statement statement = connection.createStatement();
        ResultSet rows = statement.executeQuery(sql)) {
      rows.next();
      return rows.getLong(1);
    } catch (SQLException error) {
      throw new AssertionError(error);
    }
  }
}
