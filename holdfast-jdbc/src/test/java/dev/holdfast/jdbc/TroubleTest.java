package dev.holdfast.jdbc;

import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTimeout;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.zaxxer.hikari.HikariDataSource;
import dev.holdfast.StoreException;
import dev.holdfast.spi.LockStore;
import dev.holdfast.spi.Standing;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.junit.jupiter.api.Test;

/** A database that is busy, deleted or spoilt while it is in use; interrupted threads. */
class TroubleTest {
  private final Path file = Databases.file();

  @Test
  void aDatabaseThatStaysBusyIsATransientError() throws SQLException {
    try (LockStore store = Databases.store(file);
        SpiClient client = new SpiClient(store);
        Connection other = Databases.dataSource(file).getConnection();
        Statement statement = other.createStatement()) {
      String attempt = client.take("n");
      statement.execute("BEGIN IMMEDIATE");
      Duration bound = store.capabilities().requestTimeout().multipliedBy(2);
      StoreException error =
          assertTimeout(
              bound, () -> assertThrows(StoreException.class, () -> client.release("n", attempt)));
      assertTrue(error.isTransient());
      assertTrue(error.getMessage().contains("cannot release 'n'"), error.getMessage());
      assertTrue(error.getMessage().contains("SQLITE_BUSY"), error.getMessage());
      assertTrue(client.inspect("n").isHeld(), "reading goes on");
      statement.execute("ROLLBACK");
      assertTrue(client.release("n", attempt), "it was not released");
    }
  }

  @Test
  void aDatabaseThatIsBusyForAMomentIsWaitedFor() throws Exception {
    try (LockStore store = Databases.store(file);
        SpiClient client = new SpiClient(store);
        Connection other = Databases.dataSource(file).getConnection();
        Statement statement = other.createStatement()) {
      statement.execute("BEGIN IMMEDIATE");
      CompletableFuture<String> taken = CompletableFuture.supplyAsync(() -> client.take("n"));
      assertThrows(TimeoutException.class, () -> taken.get(100, TimeUnit.MILLISECONDS));
      statement.execute("COMMIT");
      assertTrue(client.release("n", taken.get(10, TimeUnit.SECONDS)));
    }
  }

  @Test
  void anInterruptedThreadReleasesAndStaysInterrupted() {
    try (LockStore store = Databases.store(file);
        SpiClient client = new SpiClient(store)) {
      String attempt = client.take("n");
      Thread.currentThread().interrupt();
      try {
        assertTrue(client.release("n", attempt));
        assertTrue(Thread.currentThread().isInterrupted());
      } finally {
        Thread.interrupted();
      }
    }
  }

  @Test
  void anInterruptWhileTheDatabaseIsBusyEndsNothing() throws Exception {
    try (LockStore store = Databases.store(file);
        SpiClient client = new SpiClient(store);
        Connection other = Databases.dataSource(file).getConnection();
        Statement statement = other.createStatement()) {
      String attempt = client.take("n");
      statement.execute("BEGIN IMMEDIATE");
      CompletableFuture<Boolean> released = new CompletableFuture<>();
      CountDownLatch interrupted = new CountDownLatch(1);
      Thread thread =
          new Thread(
              () -> {
                try {
                  boolean found = client.release("n", attempt);
                  released.complete(found && Thread.currentThread().isInterrupted());
                } catch (RuntimeException error) {
                  released.completeExceptionally(error);
                } finally {
                  interrupted.countDown();
                }
              });
      thread.start();
      thread.interrupt();
      assertFalse(interrupted.await(100, TimeUnit.MILLISECONDS), "it goes on trying");
      statement.execute("COMMIT");
      assertTrue(released.get(10, TimeUnit.SECONDS), "released, and still interrupted");
      thread.join();
    }
  }

  /** Pools refuse whoever is interrupted; a release that gave up for that would not be repeated. */
  @Test
  void anInterruptWhileAPoolIsExhaustedEndsNothing() throws Exception {
    try (HikariDataSource pool = Databases.pool(file);
        LockStore store = JdbcStore.of(pool);
        SpiClient client = new SpiClient(store)) {
      String attempt = client.take("n");
      List<Connection> others = new ArrayList<>();
      for (int i = 0; i < pool.getMaximumPoolSize(); i++) {
        others.add(pool.getConnection());
      }
      CompletableFuture<Boolean> released = new CompletableFuture<>();
      Thread thread =
          new Thread(
              () -> {
                try {
                  boolean found = client.release("n", attempt);
                  released.complete(found && Thread.currentThread().isInterrupted());
                } catch (RuntimeException error) {
                  released.completeExceptionally(error);
                }
              });
      thread.start();
      Server.await(() -> pool.getHikariPoolMXBean().getThreadsAwaitingConnection() == 1);
      thread.interrupt();
      for (Connection other : others) {
        other.close();
      }
      assertTrue(released.get(10, TimeUnit.SECONDS), "released, and still interrupted");
      thread.join();
      assertFalse(client.inspect("n").isHeld());
    }
  }

  /** Without looking, the holder would go on in a file that nobody else can open any more. */
  @Test
  void aDeletedFileIsNoticedByThoseWhoHaveItOpen() {
    try (LockStore store = Databases.store(file);
        LockStore other = Databases.store(file);
        SpiClient a = new SpiClient(store)) {
      String lost = a.take("n");
      long before = stamp(a, "n");
      Databases.delete(file);
      try (SpiClient b = new SpiClient(other)) {
        b.take("n");
        assertTrue(stamp(b, "n") > before, "the clock keeps order");
        assertInstanceOf(Standing.Absent.class, a.renew("n", lost));
        assertInstanceOf(Standing.Absent.class, a.tryAcquire("n", a.attempt(), SpiClient.LEASE));
      }
    }
  }

  private static long stamp(SpiClient client, String name) {
    // token = stamp x 4096 + lend number
    return client.inspect(name).hold().orElseThrow().token() / 4096;
  }

  @Test
  void tablesThatVanishAreALastingError() {
    try (LockStore store = Databases.store(file);
        SpiClient client = new SpiClient(store)) {
      client.take("n");
      Databases.execute(file, "DROP TABLE holdfast_lock");
      StoreException error = assertThrows(StoreException.class, () -> client.take("m"));
      assertFalse(error.isTransient());
      assertTrue(error.getMessage().contains("holdfast_lock"), error.getMessage());
    }
  }

  /** Opening waits longer than a request may take. */
  @Test
  void tablesThatVanishedFromABusyDatabaseAreWaitedForNoLongerThanThoseThatAreThere()
      throws SQLException {
    try (LockStore store = Databases.store(file);
        SpiClient client = new SpiClient(store);
        Connection other = Databases.dataSource(file).getConnection();
        Statement statement = other.createStatement()) {
      client.inspect("n");
      for (String table : List.of("share", "queue", "mark", "lock", "layout")) {
        statement.execute("DROP TABLE holdfast_" + table);
      }
      statement.execute("BEGIN IMMEDIATE");
      StoreException error =
          assertTimeout(
              Duration.ofMillis(3_500),
              () -> assertThrows(StoreException.class, () -> client.inspect("n")));
      assertTrue(error.isTransient());
      assertTrue(error.getMessage().contains("SQLITE_BUSY"), error.getMessage());
      statement.execute("ROLLBACK");
      assertFalse(client.inspect("n").isHeld(), "they are there again");
    }
  }
}
