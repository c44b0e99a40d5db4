package dev.holdfast.jdbc;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.holdfast.Holdfast;
import dev.holdfast.Lease;
import dev.holdfast.StoreException;
import dev.holdfast.servers.Relay;
import dev.holdfast.spi.LockStore;
import dev.holdfast.spi.StoreUrl;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.Test;

/** A migration, or whatever else, has locked a table. */
abstract class ServerTableLockTests {
  private static final int CLIENTS = 3;

  final Server server;
  final String database;

  ServerTableLockTests(Server server) {
    this.server = server;
    this.database = server.newDatabase();
  }

  /** Locks a table for everybody else, for as long as the connection lives. */
  void lockTable(Statement statement, String table) throws SQLException {
    statement.execute("LOCK TABLES " + table + " WRITE");
  }

  /** How many sessions of the server wait for a table. */
  long stuck() {
    return server.number(
        server.root(),
        "SELECT COUNT(*) FROM information_schema.processlist WHERE db = '"
            + database
            + "' AND state LIKE 'Waiting for table%'");
  }

  @Test
  void noSessionOfTheServerWaitsOnWhenItsClientHasGivenUp() throws Exception {
    ExecutorService threads = Executors.newFixedThreadPool(CLIENTS);
    List<SpiClient> clients = new ArrayList<>();
    try (LockStore byUrl = server.store(database);
        LockStore byDataSource = JdbcStore.of(server.dataSource(database));
        Connection other = server.dataSource(database).getConnection();
        Statement statement = other.createStatement()) {
      for (int i = 0; i < CLIENTS; i++) {
        clients.add(new SpiClient(i == 0 ? byDataSource : byUrl));
      }
      String held = clients.get(0).take("n0");
      lockTable(statement, "holdfast_lock");
      List<Future<?>> done = new ArrayList<>();
      AtomicInteger endedByServer = new AtomicInteger();
      for (SpiClient client : clients) {
        done.add(threads.submit(() -> tries(client, endedByServer)));
      }
      for (Future<?> each : done) {
        each.get(60, TimeUnit.SECONDS);
      }
      // Some servers notice that their client has gone, but that would be its patience alone.
      assertTrue(endedByServer.get() > 0, "the server ended no statement by itself");
      Awaitility.await().atMost(2, TimeUnit.SECONDS).until(() -> stuck() == 0);
      other.abort(Runnable::run);
      Server.await(() -> released(clients.get(0), held));
    } finally {
      threads.shutdownNow();
      clients.forEach(SpiClient::close);
    }
  }

  private static void tries(SpiClient client, AtomicInteger endedByServer) {
    for (int i = 0; i < 2; i++) {
      StoreException said =
          assertThrows(
              StoreException.class,
              () -> client.tryAcquire("n0", client.attempt(), SpiClient.LEASE));
      assertTrue(said.isTransient(), said::getMessage);
      if (said.getCause() instanceof SQLException error && !isOfConnection(error)) {
        endedByServer.incrementAndGet();
      }
      assertThrows(StoreException.class, () -> client.inspect("n0"));
    }
  }

  private static boolean isOfConnection(SQLException error) {
    return String.valueOf(error.getSQLState()).startsWith("08");
  }

  private static boolean released(SpiClient client, String held) {
    try {
      return client.release("n0", held);
    } catch (StoreException notYet) {
      return false;
    }
  }

  /** That the server bounds a statement is said in the statement, or needs no word to it. */
  @Test
  void aBoundCostsNoRoundTrip() throws Exception {
    try (Relay wire = new Relay(server.process.port())) {
      String url = server.through(wire, server.url(database));
      try (LockStore store = new JdbcStoreProvider().create(StoreUrl.parse(url));
          SpiClient client = new SpiClient(store)) {
        takeAndRelease(client, 10); // by then all is prepared, in the server as well
        List<Integer> before = wire.roundTrips();
        takeAndRelease(client, 20);
        List<Integer> after = wire.roundTrips();
        int most = 0; // of the connections: others listen, or tidy up
        for (int i = 0; i < before.size(); i++) {
          most = Math.max(most, after.get(i) - before.get(i));
        }
        assertEquals(40, most, "round trips of 20 grants and 20 releases");
      }
    }
  }

  private static void takeAndRelease(SpiClient client, int times) {
    for (int i = 0; i < times; i++) {
      assertTrue(client.release("free", client.take("free")));
    }
  }

  /** The session answers, though only that it is busy. */
  @Test
  void aTableThatIsLockedEndsNoSessionLock() throws Exception {
    String url = server.url(database) + "?locks=session";
    try (Holdfast a = Holdfast.connect(url);
        Lease lease = a.mutex("n").acquire();
        Connection other = server.dataSource(database).getConnection();
        Statement statement = other.createStatement()) {
      long began = System.nanoTime();
      lockTable(statement, "holdfast_session_ask");
      // As long as it takes that a statement that waits on would have been given up.
      Awaitility.await()
          .atMost(10, TimeUnit.SECONDS)
          .until(() -> TimeUnit.NANOSECONDS.toSeconds(System.nanoTime() - began) >= 5);
      assertTrue(lease.isHeld(), "it was lost");
      assertTrue(lease.remaining().toSeconds() > 0);
    }
  }
}
