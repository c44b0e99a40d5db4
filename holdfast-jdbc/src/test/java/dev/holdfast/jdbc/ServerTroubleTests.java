package dev.holdfast.jdbc;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTimeout;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.zaxxer.hikari.HikariConfig;
import com.zaxxer.hikari.HikariDataSource;
import dev.holdfast.DistributedLock;
import dev.holdfast.Holdfast;
import dev.holdfast.Lease;
import dev.holdfast.LeaseLostException;
import dev.holdfast.LockOptions;
import dev.holdfast.StoreException;
import dev.holdfast.jdbc.internal.connection.JdbcUrl;
import dev.holdfast.servers.Relay;
import dev.holdfast.silent.Takes;
import dev.holdfast.spi.DaemonThreads;
import dev.holdfast.spi.KeepAlive;
import dev.holdfast.spi.LockStore;
import dev.holdfast.spi.Standing;
import dev.holdfast.spi.StoreUrl;
import java.io.IOException;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Proxy;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Properties;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Executor;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import javax.sql.DataSource;
import org.junit.jupiter.api.Test;

/** A server that is busy, unreachable, refuses, or ends connections; pools with habits. */
abstract class ServerTroubleTests {
  final Server server;
  final String database;

  ServerTroubleTests(Server server) {
    this.server = server;
    this.database = server.newDatabase();
  }

  private HikariDataSource pool(boolean autoCommit, String isolation) {
    HikariConfig config = new HikariConfig();
    config.setDataSource(server.dataSource(database));
    config.setAutoCommit(autoCommit);
    config.setTransactionIsolation(isolation);
    config.setMaximumPoolSize(4);
    config.setConnectionTimeout(5_000);
    return new HikariDataSource(config);
  }

  /** By hand, or since a database was made anew under clients that run on. */
  @Test
  void tablesThatAreDroppedAreMadeAgain() throws Exception {
    try (Holdfast mine = Holdfast.connect(server.url(database));
        Holdfast other = Holdfast.connect(server.url(database))) {
      Lease held = mine.mutex("n").acquire();
      other.mutex("free").acquire().close();
      for (String table : List.of("lock", "share", "queue", "mark", "layout")) {
        server.execute(database, "DROP TABLE holdfast_" + table);
      }
      try (Lease next = other.mutex("n").acquire(Duration.ofSeconds(5))) {
        assertTrue(next.token() > held.token());
        assertThrows(LeaseLostException.class, held::close);
        assertFalse(mine.mutex("n").tryAcquire().isPresent());
      }
      mine.mutex("free").acquire(Duration.ofSeconds(5)).close();
    }
  }

  /** A pool would let wait for half a minute, and the driver's own data source without end. */
  @Test
  void aServerThatFallsSilentKeepsNoCallerForLongerThanARequest() throws Exception {
    try (Relay wire = new Relay(server.process.port())) {
      String url = server.through(wire, server.url(database));
      DataSource plain = plain(JdbcUrl.of(StoreUrl.parse(url)));
      HikariConfig usual = new HikariConfig();
      usual.setDataSource(plain);
      try (HikariDataSource pool = new HikariDataSource(usual);
          Holdfast byUrl = quick(Holdfast.builder(url));
          Holdfast pooled = quick(Holdfast.builder(JdbcStore.of(pool)));
          Holdfast unpooled = quick(Holdfast.builder(JdbcStore.of(plain)))) {
        List<Holdfast> all = List.of(byUrl, pooled, unpooled);
        for (Holdfast each : all) {
          each.mutex("n").acquire().close();
        }
        wire.freeze();
        Takes waits = new Takes();
        Takes tries = new Takes();
        for (Holdfast each : all) {
          DistributedLock waited = each.mutex("waited");
          waits.and("acquire " + each, "waited", () -> waited.acquire(Duration.ofSeconds(2)));
          tries.and("try " + each, "acquire 'tried'", () -> each.mutex("tried").tryAcquire());
        }
        waits.failWithin(Duration.ofSeconds(2 + 2));
        tries.failWithin(Duration.ofSeconds(8));
        wire.cut(); // so that nothing is waited for any more
      }
    }
  }

  /** The pool waits for it to end, however long that takes. */
  @Test
  void aLoginThatIsUnderWayHoldsUpNoClose() throws Exception {
    try (Relay wire = new Relay(server.process.port());
        Holdfast sessions =
            quick(
                Holdfast.builder(
                    server.through(wire, server.url(database))
                        + "?locks=session&connectTimeout=60s"))) {
      Lease held = sessions.mutex("held").acquire();
      assertTrue(held.isHeld());
      wire.freeze();
      Takes tries = new Takes();
      for (int i = 0; i < 4; i++) { // more than one connection is needed for
        DistributedLock lock = sessions.mutex("n" + i);
        tries.and("try " + i, "'n", lock::tryAcquire);
      }
      Takes closes = new Takes();
      closes.and("close", "closed", () -> closed(sessions));
      closes.failWithin(Duration.ofSeconds(12));
      wire.cut();
    }
  }

  /** What logs in when its pool is closed belongs to nobody. */
  @Test
  void aLoginThatEndsAfterTheCloseLeavesNoConnection() throws Exception {
    try (Relay wire = new Relay(server.process.port());
        LockStore store =
            new JdbcStoreProvider()
                .create(StoreUrl.parse(server.through(wire, server.url(database))))) {
      SpiClient client = new SpiClient(store);
      client.take("held");
      Executor threads = task -> DaemonThreads.start("takes", task);
      server.process.pause();
      int before = wire.accepted(); // from here on no login ends
      try {
        for (int i = 0; i < 4; i++) { // more than one connection is needed for
          String name = "n" + i;
          CompletableFuture<String> unused =
              CompletableFuture.supplyAsync(() -> client.take(name), threads);
        }
        Server.await(Duration.ofSeconds(30), () -> wire.accepted() > before);
        client.close();
      } finally {
        server.process.resume();
      }
      Server.await(Duration.ofSeconds(30), () -> wire.open() == 0);
    }
  }

  private static Void closed(Holdfast client) {
    client.close();
    throw new IllegalStateException("closed");
  }

  static Holdfast quick(Holdfast.Builder client) {
    return client.closeTimeout(Duration.ofMillis(50)).build();
  }

  private static DataSource plain(JdbcUrl url) {
    Properties user = new Properties();
    for (String name : List.of("user", "password")) {
      if (url.properties().containsKey(name)) {
        user.setProperty(name, url.properties().getProperty(name));
      }
    }
    return (DataSource)
        Proxy.newProxyInstance(
            ServerTroubleTests.class.getClassLoader(),
            new Class<?>[] {DataSource.class},
            (proxy, method, arguments) ->
                switch (method.getName()) {
                  case "getConnection" -> DriverManager.getConnection(url.driverUrl(), user);
                  case "getLoginTimeout" -> 0;
                  case "isWrapperFor" -> false;
                  case "toString" -> "plain";
                  case "hashCode" -> 1;
                  case "equals" -> proxy == arguments[0];
                  default -> null;
                });
  }

  /** Whatever level a data source sets, no section overlaps, no update is lost, stamps grow. */
  @Test
  void threadsOfClientsWithOtherHabitsTakeTurns() throws Exception {
    Path counter = Databases.directory().resolve("counter");
    Incrementer.reset(counter);
    ExecutorService threads = Executors.newFixedThreadPool(6);
    try (HikariDataSource strict = pool(false, "TRANSACTION_SERIALIZABLE");
        HikariDataSource repeatable = pool(true, "TRANSACTION_REPEATABLE_READ");
        LockStore first = server.store(database);
        LockStore second = JdbcStore.of(strict);
        LockStore third = JdbcStore.of(repeatable);
        SpiClient a = new SpiClient(first);
        SpiClient b = new SpiClient(second);
        SpiClient c = new SpiClient(third)) {
      List<Future<?>> done = new ArrayList<>();
      for (int i = 0; i < 6; i++) {
        SpiClient client = List.of(a, b, c).get(i % 3);
        done.add(threads.submit(() -> Incrementer.run(client, counter, 25)));
      }
      for (Future<?> each : done) {
        each.get(60, TimeUnit.SECONDS);
      }
    } finally {
      threads.shutdownNow();
    }
    assertEquals(6 * 25, Incrementer.count(counter));
  }

  /** The one connection of a data source, however often it is asked. */
  static DataSource always(Connection connection) {
    Connection kept =
        (Connection)
            Proxy.newProxyInstance(
                Connection.class.getClassLoader(),
                new Class<?>[] {Connection.class},
                (proxy, method, arguments) -> {
                  if (method.getName().equals("close")) {
                    return null;
                  }
                  try {
                    return method.invoke(connection, arguments);
                  } catch (InvocationTargetException error) {
                    throw error.getCause();
                  }
                });
    return (DataSource)
        Proxy.newProxyInstance(
            DataSource.class.getClassLoader(),
            new Class<?>[] {DataSource.class},
            (proxy, method, arguments) -> {
              if (!method.getName().equals("getConnection")) {
                throw new UnsupportedOperationException(method.toString());
              }
              return kept;
            });
  }

  @Test
  void aBorrowedConnectionGoesBackAsItCame() throws Exception {
    try (Connection theirs = server.dataSource(database).getConnection()) {
      theirs.setAutoCommit(false);
      theirs.setTransactionIsolation(Connection.TRANSACTION_SERIALIZABLE);
      theirs.setNetworkTimeout(Runnable::run, 55_000);
      try (LockStore store = JdbcStore.of(always(theirs));
          SpiClient client = new SpiClient(store)) {
        String held = client.take("n");
        String waiting = client.queue("n");
        client.renew("n", held);
        client.inspect("n");
        client.release("n", held);
        client.release("n", waiting);
      }
      assertFalse(theirs.getAutoCommit());
      assertEquals(Connection.TRANSACTION_SERIALIZABLE, theirs.getTransactionIsolation());
      assertEquals(55_000, theirs.getNetworkTimeout());
      assertFalse(theirs.isClosed());
    }
  }

  /** Whoever is stopped in the middle of a transaction keeps a name from others for a while. */
  @Test
  void aLockedRowIsATransientError() throws Exception {
    try (LockStore store = server.store(database);
        SpiClient client = new SpiClient(store)) {
      String held = client.take("n");
      try (Rival rival = new Rival(server, database, "n")) {
        rival.acquire();
        Duration bound = store.capabilities().requestTimeout().multipliedBy(2);
        StoreException error =
            assertTimeout(
                bound, () -> assertThrows(StoreException.class, () -> client.release("n", held)));
        assertTrue(error.isTransient(), error.getMessage());
        assertTrue(error.getMessage().contains("cannot release 'n'"), error.getMessage());
        assertTrue(client.inspect("n").isHeld(), "reading goes on");
      }
      assertTrue(client.release("n", held), "it was not released");
    }
  }

  /** Else one client that was stopped at the wrong moment could cost others all their leases. */
  @Test
  void aLockedRowHoldsUpNoRenewalOfOthers() throws Exception {
    try (LockStore store = server.store(database);
        SpiClient client = new SpiClient(store);
        SpiClient waiter = new SpiClient(store)) {
      List<KeepAlive> holds = new ArrayList<>();
      for (String name : List.of("a", "n", "plain", "waited")) {
        holds.add(new KeepAlive.Hold(name, client.take(name), 2 * SpiClient.LEASE, false));
      }
      waiter.queue("waited");
      try (Rival rival = new Rival(server, database, "n")) {
        rival.acquire();
        List<Standing> kept = SpiClient.answer(client.session().keepAlive(holds));
        assertInstanceOf(Standing.Unknown.class, kept.get(1));
        for (int i : List.of(0, 2, 3)) {
          Standing.Holding holding = assertInstanceOf(Standing.Holding.class, kept.get(i));
          assertTrue(holding.remainingMillis() > SpiClient.LEASE, "it was not renewed");
        }
      }
      List<Standing> kept = SpiClient.answer(client.session().keepAlive(holds));
      kept.forEach(standing -> assertInstanceOf(Standing.Holding.class, standing));
    }
  }

  /** Those that are held up cost it no transaction of its own. */
  @Test
  void whatOneStatementRenewedIsNotRenewedAgain() throws Exception {
    try (LockStore store = server.store(database);
        SpiClient client = new SpiClient(store)) {
      long lease = 2 * SpiClient.LEASE;
      KeepAlive stuck = new KeepAlive.Hold("stuck", client.take("stuck"), lease, true);
      KeepAlive plain = new KeepAlive.Hold("plain", client.take("plain"), lease, false);
      try (Rival rival = new Rival(server, database, "stuck")) {
        rival.acquire();
        List<Standing> kept = SpiClient.answer(client.session().keepAlive(List.of(stuck, plain)));
        assertInstanceOf(Standing.Unknown.class, kept.get(0));
        assertInstanceOf(Standing.Holding.class, kept.get(1));
      }
      Duration left = client.inspect("plain").hold().orElseThrow().remaining();
      long waited = lease - left.toMillis();
      assertTrue(
          waited > 1_500, "it was renewed " + waited + " ms ago, after the wait for the other");
    }
  }

  /** Renewals of many names take them in one order, others in whatever order they like. */
  @Test
  void transactionsThatWaitForEachOtherAreRepeated() throws Exception {
    try (LockStore store = server.store(database);
        SpiClient client = new SpiClient(store)) {
      String held = client.take("b");
      client.queue("b");
      client.take("a");
      try (Rival rival = new Rival(server, database, "b")) {
        Future<Standing> renewed;
        ExecutorService thread = Executors.newSingleThreadExecutor();
        try {
          renewed = thread.submit(() -> client.renewAll(List.of("a", "b"), held).get(1));
          Server.await(server::someoneWaitsForARow);
          rival.lockToo("a");
          rival.commit();
          assertInstanceOf(Standing.Holding.class, renewed.get(10, TimeUnit.SECONDS));
        } catch (java.sql.SQLException victim) {
          rival.rollback();
          assertInstanceOf(Standing.Holding.class, client.renew("b", held));
        } finally {
          thread.shutdown();
        }
      }
    }
  }

  /** Waiting keeps no connection, nor does holding. */
  @Test
  void oneConnectionOfAPoolIsEnough() throws Exception {
    HikariConfig config = new HikariConfig();
    config.setDataSource(server.dataSource(database));
    config.setMaximumPoolSize(1);
    config.setConnectionTimeout(5_000);
    try (HikariDataSource pool = new HikariDataSource(config);
        Holdfast a = Holdfast.over(JdbcStore.of(pool));
        Holdfast b = Holdfast.over(JdbcStore.of(pool))) {
      Lease lease = a.mutex("pool").acquire();
      CompletableFuture<Lease> next = b.mutex("pool").acquireAsync();
      Server.await(() -> a.inspect("pool").waiters().size() == 1);
      lease.ensure(LockOptions.defaults().lease().minusSeconds(1));
      lease.close();
      next.get(10, TimeUnit.SECONDS).close();
    }
  }

  @Test
  void endedConnectionsAreReplaced() {
    try (LockStore store = server.store(database);
        SpiClient client = new SpiClient(store)) {
      for (int i = 0; i < 3; i++) {
        String held = client.take("n");
        server.endConnections(database);
        boolean released = false;
        for (int tries = 0; tries < 10 && !released; tries++) {
          try {
            released = client.release("n", held);
          } catch (StoreException unknown) {
            assertTrue(unknown.isTransient(), unknown.getMessage());
          }
        }
        assertTrue(released);
      }
    }
  }

  @Test
  void aServerThatIsRestartedKeepsItsHolds() throws IOException {
    try (LockStore store = server.store(database);
        SpiClient client = new SpiClient(store)) {
      String held = client.take("n");
      server.restart();
      Standing standing = null;
      for (int tries = 0; tries < 10 && standing == null; tries++) {
        try {
          standing = client.renew("n", held);
        } catch (StoreException unknown) {
          assertTrue(unknown.isTransient(), unknown.getMessage());
        }
      }
      assertInstanceOf(Standing.Holding.class, standing);
    }
  }

  @Test
  void whatCannotBeOpenedIsToldWithoutThePassword() {
    String url = server.url(database).replaceFirst("(:right)?@127", ":pa%24s@127");
    StoreException unknown = cannotOpen(server.url("nowhere"));
    assertFalse(unknown.isTransient(), unknown.getMessage());
    assertTrue(unknown.getMessage().contains("nowhere"), unknown.getMessage());
    StoreException unreachable = cannotOpen(url.replaceFirst("127.0.0.1:\\d+", "127.0.0.1:1"));
    assertTrue(unreachable.isTransient(), unreachable.getMessage());
    StoreException stranger = cannotOpen(server.urlOfAStranger(database, "pa$s"));
    assertFalse(stranger.isTransient(), stranger.getMessage());
  }

  private static StoreException cannotOpen(String url) {
    try (LockStore store = new JdbcStoreProvider().create(StoreUrl.parse(url))) {
      StoreException error = assertThrows(StoreException.class, () -> new SpiClient(store));
      assertNotEquals(null, error.getMessage());
      for (Throwable each = error; each != null; each = each.getCause()) {
        String text = String.valueOf(each);
        assertFalse(text.contains("pa$s") || text.contains("pa%24s"), text);
      }
      assertFalse(store.toString().contains("pa%24s"), store.toString());
      return error;
    }
  }

  @Test
  void tablesAreMadeOnceWhoeverMakesThem() throws Exception {
    ExecutorService threads = Executors.newFixedThreadPool(4);
    try {
      List<Future<String>> done = new ArrayList<>();
      for (int i = 0; i < 4; i++) {
        String name = "n" + i;
        done.add(
            threads.submit(
                () -> {
                  try (LockStore store = server.store(database);
                      SpiClient client = new SpiClient(store)) {
                    return client.take(name);
                  }
                }));
      }
      for (Future<String> each : done) {
        each.get(60, TimeUnit.SECONDS);
      }
    } finally {
      threads.shutdownNow();
    }
    assertEquals(1, server.number(database, "SELECT COUNT(*) FROM holdfast_layout"));
    assertEquals(4, server.number(database, "SELECT COUNT(*) FROM holdfast_lock"));
    refuses(3, "layout version 3");
    refuses(1, "drop holdfast_lock");
  }

  private void refuses(int version, String why) {
    server.execute(database, "UPDATE holdfast_layout SET version = " + version);
    try (LockStore store = server.store(database)) {
      StoreException refusal = assertThrows(StoreException.class, () -> new SpiClient(store));
      assertFalse(refusal.isTransient());
      assertTrue(refusal.getMessage().contains(why), refusal.getMessage());
    }
  }
}
