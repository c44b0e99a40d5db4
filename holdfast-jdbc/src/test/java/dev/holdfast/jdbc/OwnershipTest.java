package dev.holdfast.jdbc;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import com.zaxxer.hikari.HikariDataSource;
import dev.holdfast.StoreException;
import dev.holdfast.jdbc.internal.connection.SqliteConnection;
import dev.holdfast.jdbc.internal.connection.WriterQueue;
import dev.holdfast.jdbc.internal.database.BusyRetry;
import dev.holdfast.spi.LockStore;
import dev.holdfast.spi.Standing;
import dev.holdfast.spi.StoreCapabilities;
import java.io.IOException;
import java.lang.reflect.Proxy;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DatabaseMetaData;
import java.sql.SQLException;
import java.sql.SQLNonTransientConnectionException;
import java.time.Duration;
import java.util.HashSet;
import java.util.Set;
import java.util.stream.Stream;
import javax.sql.DataSource;
import org.junit.jupiter.api.Test;
import org.sqlite.SQLiteDataSource;

/** What a store opens and closes, and what it leaves to its user. */
class OwnershipTest {
  private static final ThreadGroup OUR_GROUP = Thread.currentThread().getThreadGroup();
  private static final Path OPEN_FILES = Path.of("/proc/self/fd");

  @Test
  void aStoreOwnsAConnectionOnlyWhileASessionIsOpen() throws IOException {
    assumeTrue(Files.isDirectory(OPEN_FILES), "needs /proc");
    Path file = Databases.file();
    Set<Thread> before = Thread.getAllStackTraces().keySet();
    LockStore store = Databases.store(file);
    assertEquals(0, openFiles(file));
    SpiClient a = new SpiClient(store);
    a.take("n");
    long one = openFiles(file);
    assertTrue(one > 0);
    SpiClient b = new SpiClient(store);
    b.queue("n");
    assertEquals(one, openFiles(file), "sessions share the connection");
    a.close();
    a.close();
    b.queue("n");
    b.close();
    assertEquals(0, openFiles(file));
    try (SpiClient again = new SpiClient(store)) {
      assertTrue(again.inspect("n").isHeld(), "holds are not touched by closing");
    }
    store.close();
    store.close();
    assertEquals(0, openFiles(file));
    Set<Thread> added = new HashSet<>(Thread.getAllStackTraces().keySet());
    added.removeAll(before);
    // The JVM may begin some of its own at any time.
    added.removeIf(thread -> !OUR_GROUP.equals(thread.getThreadGroup()));
    assertEquals(Set.of(), added);
  }

  private static long openFiles(Path file) throws IOException {
    try (Stream<Path> links = Files.list(OPEN_FILES)) {
      return links.filter(link -> target(link).startsWith(file.toString())).count();
    }
  }

  private static String target(Path link) {
    try {
      return Files.readSymbolicLink(link).toString();
    } catch (IOException closedMeanwhile) {
      return "";
    }
  }

  @Test
  void aClosedSessionAnswersWithAnError() {
    try (LockStore store = Databases.store(Databases.file())) {
      SpiClient client = new SpiClient(store);
      client.close();
      StoreException error = assertThrows(StoreException.class, () -> client.take("n"));
      assertFalse(error.isTransient());
    }
  }

  @Test
  void theUsersDataSourceIsBorrowedAndNeverClosed() throws SQLException {
    try (HikariDataSource pool = Databases.pool(Databases.file())) {
      try (LockStore store = JdbcStore.of(pool);
          SpiClient client = new SpiClient(store)) {
        client.release("n", client.take("n"));
        assertEquals(0, pool.getHikariPoolMXBean().getActiveConnections());
      }
      assertFalse(pool.isClosed());
      assertEquals(0, pool.getHikariPoolMXBean().getActiveConnections());
      try (Connection theirs = pool.getConnection()) {
        assertTrue(theirs.isValid(1));
      }
    }
  }

  /** A connection with auto-commit off would begin transactions of its own. */
  @Test
  void aPoolWithoutAutoCommitServesAndIsGivenItsSettingBack() throws SQLException {
    Path file = Databases.file();
    try (HikariDataSource pool = Databases.pool(file, false);
        LockStore store = JdbcStore.of(pool);
        SpiClient client = new SpiClient(store)) {
      String attempt = client.take("n");
      assertInstanceOf(Standing.Holding.class, client.renew("n", attempt));
      try (Connection theirs = pool.getConnection()) {
        assertFalse(theirs.getAutoCommit());
      }
      assertEquals(1, Databases.number(file, "SELECT COUNT(*) FROM holdfast_lock"));
    }
  }

  @Test
  void storesByUrlAndByDataSourceShareTheirLocks() {
    Path file = Databases.file();
    try (LockStore first = Databases.store(file);
        LockStore second = JdbcStore.of(Databases.dataSource(file));
        SpiClient a = new SpiClient(first);
        SpiClient b = new SpiClient(second)) {
      String held = a.take("n");
      String waiting = b.queue("n");
      a.release("n", held);
      assertInstanceOf(Standing.Holding.class, b.renew("n", waiting));
    }
  }

  @Test
  void aDatabaseInMemoryIsRefused() {
    SQLiteDataSource memory = new SQLiteDataSource();
    memory.setUrl("jdbc:sqlite::memory:");
    StoreException refusal = cannotOpen(memory);
    assertFalse(refusal.isTransient());
    assertTrue(refusal.getMessage().contains("in memory"), refusal.getMessage());
  }

  @Test
  void anUnknownDatabaseIsRefusedWithThoseThatAreKnown() {
    StoreException refusal = cannotOpen(Fakes.dataSourceOf("Oracle"));
    assertFalse(refusal.isTransient());
    assertTrue(refusal.getMessage().contains("Oracle"), refusal.getMessage());
    assertTrue(refusal.getMessage().contains("SQLite"), refusal.getMessage());
  }

  @Test
  void anUnreachableDatabaseMayBeAskedAgain() {
    StoreException refusal = cannotOpen(Fakes.failing(new SQLException("no route to host")));
    assertTrue(refusal.isTransient());
    refusal = cannotOpen(Fakes.failing(new SQLNonTransientConnectionException("no such user")));
    assertFalse(refusal.isTransient());
  }

  private static StoreException cannotOpen(DataSource dataSource) {
    try (LockStore store = JdbcStore.of(dataSource)) {
      return assertThrows(StoreException.class, () -> new SpiClient(store));
    }
  }

  @Test
  void traitsAreHonest() {
    try (LockStore store = Databases.store(Databases.file())) {
      StoreCapabilities capabilities = store.capabilities();
      assertTrue(capabilities.blocking());
      assertFalse(capabilities.pushes());
      assertEquals(StoreCapabilities.HoldKind.LEASE, capabilities.holdKind());
      assertEquals(
          BusyRetry.TOTAL
              .plus(SqliteConnection.PATIENCE)
              .plus(WriterQueue.PATIENCE.multipliedBy(2)),
          capabilities.requestTimeout());
      assertTrue(capabilities.requestTimeout().compareTo(Duration.ofSeconds(5)) < 0);
    }
  }

  /** Data sources of databases that are not there. */
  private static final class Fakes {
    static DataSource dataSourceOf(String product) {
      DatabaseMetaData about = fake(DatabaseMetaData.class, "getDatabaseProductName", product);
      Connection connection = fake(Connection.class, "getMetaData", about);
      return fake(DataSource.class, "getConnection", connection);
    }

    static DataSource failing(SQLException error) {
      return fake(DataSource.class, "getConnection", error);
    }

    private static <T> T fake(Class<T> type, String method, Object answer) {
      return type.cast(
          Proxy.newProxyInstance(
              type.getClassLoader(),
              new Class<?>[] {type},
              (proxy, called, arguments) -> {
                if (called.getName().equals("close")) {
                  return null;
                }
                if (!called.getName().equals(method)) {
                  throw new UnsupportedOperationException(called.toString());
                }
                if (answer instanceof SQLException error) {
                  throw error;
                }
                return answer;
              }));
    }
  }
}
