package dev.holdfast.jdbc;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.zaxxer.hikari.HikariConfig;
import com.zaxxer.hikari.HikariDataSource;
import dev.holdfast.Holdfast;
import dev.holdfast.Lease;
import dev.holdfast.LockOptions;
import dev.holdfast.StoreException;
import dev.holdfast.jdbc.internal.connection.Connections;
import dev.holdfast.jdbc.internal.connection.DataSourceConnections;
import dev.holdfast.jdbc.internal.database.BusyException;
import dev.holdfast.jdbc.internal.database.Dialect;
import dev.holdfast.jdbc.internal.database.KnownDialects;
import dev.holdfast.jdbc.internal.database.Statements;
import dev.holdfast.jdbc.internal.database.Transaction;
import dev.holdfast.jdbc.internal.push.ListeningConnection;
import dev.holdfast.jdbc.internal.push.PushListener;
import dev.holdfast.jdbc.internal.push.PushOutbox;
import dev.holdfast.jdbc.internal.push.PushSubscription;
import dev.holdfast.jdbc.internal.push.PushSubscriptionTest;
import dev.holdfast.jdbc.internal.rows.NameTables;
import dev.holdfast.jdbc.internal.rows.RowSql;
import dev.holdfast.spi.LockStore;
import dev.holdfast.spi.Standing;
import java.nio.charset.StandardCharsets;
import java.sql.Connection;
import java.sql.SQLException;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import javax.sql.DataSource;
import org.junit.jupiter.api.Test;
import org.postgresql.PGConnection;

/** Who is told on PostgreSQL, over which connection, and what happens without it. */
class PostgresPushTest {
  private final Server server = SharedPostgres.IT;
  private final String database = server.newDatabase();

  private HikariDataSource pool(int size) {
    HikariConfig config = new HikariConfig();
    config.setDataSource(server.dataSource(database));
    config.setMaximumPoolSize(size);
    config.setMinimumIdle(0);
    config.setConnectionTimeout(5_000);
    return new HikariDataSource(config);
  }

  /** The server's processes that serve a connection that listens: what they were asked last. */
  private String listeners() {
    return " FROM pg_stat_activity WHERE datname = '"
        + database
        + "' AND (query LIKE '%LISTEN %' OR query = 'SELECT 1')";
  }

  private long listening() {
    return server.number(server.root(), "SELECT COUNT(*)" + listeners());
  }

  private long connections() {
    return server.number(
        server.root(), "SELECT COUNT(*) FROM pg_stat_activity WHERE datname = '" + database + "'");
  }

  private static long threads() {
    return Thread.getAllStackTraces().keySet().stream()
        .filter(thread -> thread.getName().equals(DataSourceConnections.LISTENING_THREAD))
        .count();
  }

  /** A handoff in which the waiter asked for nothing after it had begun to wait. */
  private static void handsOnByPush(SpiClient holder, SpiClient waiter, String name) {
    String held = holder.take(name);
    String waiting = waiter.queue(name);
    awaitPush(holder, 0, "recalled " + name + " " + held);
    holder.release(name, held);
    awaitPush(waiter, 0, "granted " + name + " " + waiting);
    waiter.release(name, waiting);
  }

  /** Waits for this push, after the number of earlier ones: nothing but the push ends the wait. */
  private static void awaitPush(SpiClient told, int before, String push) {
    Server.await(
        Duration.ofSeconds(30),
        () -> told.pushes().subList(before, told.pushes().size()).contains(push));
  }

  /** The same while nobody is told: the waiter has to ask. */
  private static void handsOnWithoutPush(SpiClient holder, SpiClient waiter, String name) {
    String held = holder.take(name);
    String waiting = waiter.queue(name);
    holder.release(name, held);
    assertInstanceOf(Standing.Holding.class, waiter.keepPlace(name, waiting, SpiClient.PLACE));
    waiter.release(name, waiting);
  }

  @Test
  void clientsOfDifferentStoresTellEachOther() {
    try (HikariDataSource pool = pool(4);
        LockStore url = server.store(database);
        LockStore source = JdbcStore.of(pool);
        SpiClient a = new SpiClient(url);
        SpiClient b = new SpiClient(source)) {
      assertTrue(url.capabilities().pushes());
      assertTrue(source.capabilities().pushes());
      handsOnByPush(a, b, "n");
      handsOnByPush(b, a, "n");
    }
  }

  /** Its channels and what is said there are ASCII, whatever the names are. */
  @Test
  void theEncodingOfTheDatabaseDoesNotMatter() {
    String latin = database + "latin";
    server.execute(
        server.root(),
        "CREATE DATABASE " + latin + " ENCODING 'LATIN1' LOCALE 'C' TEMPLATE template0");
    try (LockStore store = server.store(latin);
        SpiClient a = new SpiClient(store);
        SpiClient b = new SpiClient(store)) {
      handsOnByPush(a, b, "имя 🔑");
    }
  }

  /** Nobody is told of what concerns nobody else. */
  @Test
  void whoIsAloneTellsNobody() {
    try (LockStore store = server.store(database);
        SpiClient a = new SpiClient(store);
        SpiClient b = new SpiClient(store)) {
      a.release("n", a.take("n"));
      String held = a.take("n");
      assertInstanceOf(Standing.Absent.class, b.tryAcquire("n", b.attempt(), SpiClient.LEASE));
      a.renew("n", held);
      a.release("n", held);
      handsOnByPush(a, b, "other");
      assertEquals(2, a.pushes().size(), () -> "begun, recalled: " + a.pushes());
      assertEquals(2, b.pushes().size(), () -> "begun, granted: " + b.pushes());
    }
  }

  /** What a transaction would have told is not told when it is rolled back. */
  @Test
  void whatDidNotHappenIsNotTold() throws Exception {
    try (LockStore store = server.store(database);
        SpiClient a = new SpiClient(store);
        SpiClient b = new SpiClient(store)) {
      String held = a.take("n");
      String waiting = b.queue("n");
      assertThrows(
          BusyException.class,
          () ->
              beside(
                  (inside, dialect) -> {
                    new PushOutbox(inside, dialect, "", "undone").broken(waiting);
                    throw new BusyException("again");
                  },
                  (inside, dialect) ->
                      new PushOutbox(inside, dialect, "", "done").broken(waiting)));
      Server.await(() -> b.pushes().size() > 1);
      assertEquals("broken done " + waiting, b.pushes().get(1));
      assertTrue(a.release("n", held));
    }
  }

  /** Nor does what cannot be told undo it, or make it unknown. */
  @Test
  void whatCannotBeToldHasHappened() throws Exception {
    try (LockStore store = server.store(database);
        SpiClient a = new SpiClient(store)) {
      a.release("n", a.take("n"));
      try (Connection connection = server.dataSource(database).getConnection();
          Statements statements = new Statements(connection)) {
        int changed =
            Transaction.write(
                KnownDialects.of(connection),
                statements,
                inside -> {
                  inside.tell(new Statements.Word("longer than a name may be".repeat(9), ""));
                  return inside.update("UPDATE holdfast_lock SET stamp = stamp + 1");
                });
        assertEquals(1, changed);
        assertTrue(statements.isSpoilt(), "nobody knows the state of the connection");
      }
      a.take("n");
    }
  }

  /**
   * A look that only reads is told "it waits" until the transaction that grants is committed; so
   * its time may be after the one from which the hold lasts.
   */
  @Test
  void whatIsLeftIsCountedFromTheCommit() throws Exception {
    long pause = 300;
    try (LockStore store = server.store(database);
        SpiClient a = new SpiClient(store);
        SpiClient b = new SpiClient(store)) {
      String held = a.take("n");
      String waiting = b.queue("n");
      beside(
          (inside, dialect) -> {
            dialect.lock(inside, "", "n".getBytes(StandardCharsets.UTF_8));
            NameTables name = new NameTables(inside, dialect, new RowSql(dialect), "", "n");
            assertTrue(name.handOn(name.snapshot(held).free(), held));
            inside.run("SELECT pg_sleep(" + pause + " / 1000.0)");
            Standing seen = b.keepPlace("n", waiting, SpiClient.PLACE);
            assertInstanceOf(Standing.Queued.class, seen);
          });
      Server.await(() -> b.grants().size() == 1);
      long left = b.grants().get(0).remainingMillis();
      assertTrue(left <= SpiClient.CLAIM - pause, () -> left + " ms are left of it");
    }
  }

  /** What somebody does in a transaction. */
  private interface Deed {
    void run(Statements inside, Dialect dialect) throws SQLException;
  }

  /** Does each in a transaction of its own, on one connection; the first failure is thrown last. */
  private void beside(Deed... deeds) throws SQLException {
    SQLException failure = null;
    try (Connection connection = server.dataSource(database).getConnection();
        Statements statements = new Statements(connection)) {
      Dialect dialect = KnownDialects.of(connection);
      for (Deed deed : deeds) {
        try {
          Transaction.write(
              dialect,
              statements,
              inside -> {
                deed.run(inside, dialect);
                return deed;
              });
        } catch (SQLException error) {
          failure = error;
        }
      }
    }
    if (failure != null) {
      throw failure;
    }
  }

  /** The engine asks nothing while it waits, so nothing but a push can have told it. */
  @Test
  void aHandoffNeedsNoLook() throws Exception {
    AtomicInteger looks = new AtomicInteger();
    LockOptions patient = LockOptions.defaults().pollInterval(Duration.ofSeconds(10));
    try (Holdfast a = Holdfast.over(new LookedAt(server.store(database), looks));
        Holdfast b = Holdfast.over(new LookedAt(server.store(database), looks))) {
      int handoffs = 40;
      Lease lease = a.mutex("n", patient).acquire();
      for (int i = 0; i < handoffs; i++) {
        Holdfast next = i % 2 == 0 ? b : a;
        CompletableFuture<Lease> waiting =
            next.mutex("n", patient).acquireAsync().toCompletableFuture();
        Server.await(() -> next.inspect("n").waiters().size() == 1);
        lease.close();
        lease = waiting.get(20, TimeUnit.SECONDS);
      }
      lease.close();
      assertTrue(looks.get() < handoffs / 2, () -> looks + " looks at places");
    }
  }

  @Test
  void aLostConnectionIsReplaced() {
    try (LockStore store = server.store(database);
        SpiClient a = new SpiClient(store);
        SpiClient b = new SpiClient(store)) {
      handsOnByPush(a, b, "n");
      for (int i = 0; i < 3; i++) {
        int beforeOfA = a.pushes().size();
        int beforeOfB = b.pushes().size();
        server.execute(server.root(), "SELECT pg_terminate_backend(pid)" + listeners());
        handsOnWithoutPush(a, b, "during" + i);
        awaitPush(a, beforeOfA, "changed");
        awaitPush(b, beforeOfB, "changed");
        handsOnByPush(a, b, "after" + i);
      }
    }
  }

  @Test
  void nothingIsLeftOfIt() {
    Server.await(() -> threads() == 0); // those of other tests have ended
    LockStore store = server.store(database);
    assertTrue(store.capabilities().pushes());
    Server.await(() -> connections() == 0);
    SpiClient a = new SpiClient(store);
    SpiClient b = new SpiClient(store);
    handsOnByPush(a, b, "n");
    assertEquals(1, threads());
    assertEquals(1, listening(), "sessions share the connection");
    a.close();
    assertEquals(1, listening());
    b.close();
    // It has ended; its very last steps are the JVM's.
    Server.await(() -> threads() == 0);
    store.close();
    Server.await(() -> connections() == 0);
  }

  /** The engine may have sent it before, to a thread that is slow. */
  @Test
  void whatComesAfterTheEndOpensNothing() {
    Server.await(Duration.ofSeconds(30), () -> threads() == 0); // those of other tests have ended
    try (LockStore store = server.store(database)) {
      SpiClient a = new SpiClient(store);
      a.take("n");
      a.close();
      assertThrows(StoreException.class, () -> a.take("m"));
      Server.await(Duration.ofSeconds(30), () -> threads() == 0);
      Server.await(Duration.ofSeconds(30), () -> connections() == 0);
    }
  }

  @Test
  void aBorrowedConnectionIsHandedBackWithoutItsChannels() throws Exception {
    try (HikariDataSource pool = pool(3);
        LockStore store = JdbcStore.of(pool)) {
      try (SpiClient a = new SpiClient(store);
          SpiClient b = new SpiClient(store)) {
        handsOnByPush(a, b, "n");
        Server.await(() -> pool.getHikariPoolMXBean().getActiveConnections() == 1);
      }
      Server.await(() -> pool.getHikariPoolMXBean().getActiveConnections() == 0);
      try (Connection one = pool.getConnection();
          Connection two = pool.getConnection()) {
        for (Connection each : List.of(one, two)) {
          try (Statements statements = new Statements(each)) {
            String channels = "SELECT CAST(COUNT(*) AS BIGINT) FROM pg_listening_channels()";
            assertEquals(0, statements.firstLong(channels));
          }
        }
      }
    }
  }

  /** Whoever needs a connection for work goes first. */
  @Test
  void aPoolThatIsExhaustedGetsItsConnectionBack() throws Exception {
    try (HikariDataSource pool = pool(2);
        LockStore store = JdbcStore.of(pool);
        SpiClient a = new SpiClient(store);
        SpiClient b = new SpiClient(store)) {
      handsOnByPush(a, b, "n");
      try (Connection theirs = pool.getConnection()) {
        assertTrue(theirs.isValid(1));
        handsOnWithoutPush(a, b, "n");
        Server.await(() -> pool.getHikariPoolMXBean().getActiveConnections() == 1);
      }
    }
  }

  @Test
  void aPoolWithNoneToSpareIsPolled() throws Exception {
    try (HikariDataSource pool = pool(1)) {
      isPolled(pool);
    }
  }

  @Test
  void aConnectionThatCannotBeUnwrappedIsPolled() throws Exception {
    isPolled(
        Counting.changed(
            server.dataSource(database),
            (method, answer) -> {
              return method.equals("isWrapperFor") ? false : answer;
            }));
  }

  /** A proxy that lends connections tells its clients numbers of its own. */
  @Test
  void aProxyOfPooledConnectionsIsPolled() throws Exception {
    isPolled(
        Counting.changed(
            server.dataSource(database),
            (method, answer) ->
                answer instanceof PGConnection && method.equals("unwrap")
                    ? Counting.proxy(
                        PGConnection.class,
                        answer,
                        (asked, said) -> asked.equals("getBackendPID") ? -1 : said)
                    : answer));
  }

  private void isPolled(DataSource source) throws Exception {
    long threads = threads();
    LockStore store = JdbcStore.of(source);
    try (Holdfast a = Holdfast.over(store);
        Holdfast b = Holdfast.over(store)) {
      assertFalse(store.capabilities().pushes());
      Lease first = a.mutex("n").acquire();
      CompletableFuture<Lease> waiting = b.mutex("n").acquireAsync().toCompletableFuture();
      Server.await(() -> a.inspect("n").waiters().size() == 1);
      first.close();
      waiting.get(20, TimeUnit.SECONDS).close();
      Server.await(() -> threads() <= threads);
    }
  }

  /** A client that asks for nothing needs no ear; one that begins again does. */
  @Test
  void itListensNoLongerThanThereIsAnythingToHear() throws Exception {
    long threads = threads();
    try (HikariDataSource pool = pool(3)) {
      Connections connections = new DataSourceConnections(pool);
      assertEquals("PostgreSQL", connections.opened().product());
      PushListener listening = new PushListener(connections, 1);
      AtomicInteger begun = new AtomicInteger();
      PushSubscription subscription = PushSubscriptionTest.counting(begun);
      for (int i = 1; i <= 2; i++) {
        listening.need(subscription, 2L * ListeningConnection.TICK_MILLIS);
        int times = i;
        Server.await(() -> begun.get() == times);
        Server.await(() -> pool.getHikariPoolMXBean().getActiveConnections() == 0);
        Server.await(() -> threads() <= threads);
      }
      listening.forget(subscription);
    }
  }
}
