package dev.holdfast.jdbc;

import static dev.holdfast.jdbc.Diagnoses.find;
import static dev.holdfast.jdbc.Diagnoses.has;
import static dev.holdfast.jdbc.Diagnoses.is;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.zaxxer.hikari.HikariConfig;
import com.zaxxer.hikari.HikariDataSource;
import dev.holdfast.Holdfast;
import dev.holdfast.Lease;
import dev.holdfast.Loss;
import dev.holdfast.StoreException;
import dev.holdfast.servers.Relay;
import dev.holdfast.spi.Diagnosis;
import dev.holdfast.spi.Finding.Level;
import dev.holdfast.spi.Guarantee;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.Statement;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.TimeUnit;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.Test;

/** Locks of connections that end, fall silent, or cannot have any. */
abstract class ServerSessionTests {
  private final Server server;
  final String database;
  private final String url;

  ServerSessionTests(Server server) {
    this.server = server;
    this.database = server.newDatabase();
    this.url = SessionFixture.url(server, database);
  }

  /** The statement that ends a session by force. */
  String kill(long session) {
    return "KILL " + session;
  }

  /** Makes the server say that it is no primary any more, or that it is again. */
  void demote(boolean demoted) {
    server.execute(server.root(), "SET GLOBAL read_only = " + (demoted ? 1 : 0));
  }

  /** A switchover keeps its connections, while another server grants the same names. */
  @Test
  void whatIsHeldOnAServerThatIsNoPrimaryAnyMoreIsToldAsLostAndNothingIsGranted() throws Exception {
    List<Loss> told = new CopyOnWriteArrayList<>();
    try (Holdfast a = Holdfast.connect(url);
        Holdfast b = Holdfast.connect(url)) {
      Lease lease = a.mutex("n").acquire();
      lease.onLost(told::add);
      b.mutex("once").acquire().close();
      CompletableFuture<Lease> next = b.mutex("n").acquireAsync();
      Server.await(() -> a.inspect("n").waiters().size() == 1);
      demote(true);
      try {
        // Nothing is asked of the store meanwhile, but by the heartbeat.
        Awaitility.await().atMost(3, TimeUnit.SECONDS).until(() -> !told.isEmpty());
        assertEquals(Loss.Kind.SESSION_ENDED, told.get(0).kind());
        assertTrue(told.get(0).message().contains("no client of the primary"), told::toString);
        assertFalse(lease.isHeld());
        for (Holdfast each : List.of(a, b)) {
          StoreException refused =
              assertThrows(StoreException.class, () -> each.mutex("other").tryAcquire());
          assertTrue(refused.isTransient(), refused::getMessage);
          assertTrue(refused.getMessage().contains("primary"), refused::getMessage);
        }
        assertFalse(next.isDone(), "who waits waits on");
      } finally {
        demote(false);
      }
      try (Lease granted = next.get(10, TimeUnit.SECONDS)) {
        assertTrue(granted.token() > lease.token());
      }
    }
  }

  /** Its connection has served before, and no heartbeat has looked yet. */
  @Test
  void noLockIsGrantedOnceTheServerIsNoPrimaryAnyMore() throws Exception {
    try (Holdfast a = Holdfast.connect(url)) {
      for (int i = 0; i < 10; i++) {
        a.mutex("m" + i).acquire().close();
        demote(true);
        try {
          String name = "o" + i;
          assertThrows(StoreException.class, () -> a.mutex(name).tryAcquire());
        } finally {
          demote(false);
        }
      }
    }
  }

  private long sessionOf(String name) {
    return server.number(
        database, "SELECT conn FROM holdfast_session_hold WHERE name = '" + name + "'");
  }

  @Test
  void whoseConnectionIsEndedIsToldAtOnceAndTheNextIsGranted() throws Exception {
    List<Loss> told = new CopyOnWriteArrayList<>();
    try (Holdfast a = Holdfast.connect(url);
        Holdfast b = Holdfast.connect(url)) {
      Lease lease = a.mutex("n").acquire();
      lease.onLost(told::add);
      CompletableFuture<Lease> next = b.mutex("n").acquireAsync();
      Server.await(() -> a.inspect("n").waiters().size() == 1);
      assertFalse(next.isDone());
      server.execute(server.root(), kill(sessionOf("n")));
      try (Lease granted = next.get(3, TimeUnit.SECONDS)) {
        assertTrue(granted.token() > lease.token());
      }
      Server.await(() -> !told.isEmpty());
      assertEquals(Loss.Kind.SESSION_ENDED, told.get(0).kind());
      assertFalse(lease.isHeld());
      // The client has another connection by now.
      try (Lease again = a.mutex("n").acquire()) {
        assertTrue(again.isHeld());
      }
    }
  }

  /** Nobody closes a socket: the server itself has to end what is silent, and not too soon. */
  @Test
  void whoIsCutOffStopsBelievingBeforeTheServerFreesItsLocks() throws Exception {
    try (Relay wire = new Relay(server.process.port());
        Holdfast a = Holdfast.connect(server.through(wire, url));
        Holdfast b = Holdfast.connect(url)) {
      List<Loss> told = new CopyOnWriteArrayList<>();
      Lease lease = a.mutex("n").acquire();
      lease.onLost(told::add);
      wire.freeze();
      long cut = System.nanoTime();
      Optional<Lease> taken = Optional.empty();
      while (taken.isEmpty()) {
        taken = b.mutex("n").tryAcquire();
        boolean believes = lease.isHeld();
        assertFalse(believes && taken.isPresent(), "two clients believe at once");
        long passed = TimeUnit.NANOSECONDS.toSeconds(System.nanoTime() - cut);
        assertTrue(passed < 20, "the server does not free it");
      }
      assertTrue(taken.get().token() > lease.token());
      Server.await(() -> !told.isEmpty());
      taken.get().close();
    }
  }

  /** It does not hear that it should give the lock up. */
  @Test
  void aHoldOfWhoDoesNotAnswerCanBeBroken() throws Exception {
    String slow = url.replace("sessionSeconds=3", "sessionSeconds=600");
    try (Relay wire = new Relay(server.process.port());
        Holdfast a = Holdfast.connect(server.through(wire, slow));
        Holdfast b = Holdfast.connect(url)) {
      Lease lease = a.mutex("n").acquire();
      wire.freeze();
      assertTrue(b.breakHold("n"));
      try (Lease next = b.mutex("n").tryAcquire().orElseThrow()) {
        assertTrue(next.token() > lease.token());
      }
    }
  }

  @Test
  void aBreakEndsOneHoldOfAConnectionThatHasTwo() throws Exception {
    try (Holdfast a = Holdfast.connect(url);
        Holdfast b = Holdfast.connect(url)) {
      List<Loss> told = new CopyOnWriteArrayList<>();
      Lease broken = a.mutex("one").acquire();
      broken.onLost(told::add);
      Lease kept = a.mutex("two").acquire();
      assertEquals(sessionOf("one"), sessionOf("two"));
      assertTrue(b.breakHold("one"));
      Server.await(() -> !told.isEmpty());
      assertEquals(Loss.Kind.BROKEN, told.get(0).kind());
      assertTrue(kept.isHeld());
      assertTrue(b.mutex("two").tryAcquire().isEmpty());
      b.mutex("one").tryAcquire().orElseThrow().close();
      kept.close();
    }
  }

  /** Whoever holds thousands has them on few connections. */
  @Test
  void aConnectionHasManyLocks() throws Exception {
    // A busy machine may stand still for longer than the short session of the other tests lasts.
    String lasting = url.replace("sessionSeconds=3", "sessionSeconds=60");
    try (Holdfast a = Holdfast.connect(lasting)) {
      List<Lease> leases = new ArrayList<>();
      for (int i = 0; i < 1_000; i++) {
        leases.add(a.mutex("many" + i).acquire());
      }
      Server.await(() -> a.names(10_000).size() == 1_000);
      assertEquals(
          1, server.number(database, "SELECT COUNT(DISTINCT conn) FROM holdfast_session_hold"));
      leases.forEach(Lease::close);
      assertEquals(List.of(), a.names(10));
    }
  }

  /** The clock alone would not keep the order then. */
  @Test
  void tokensGrowAlthoughTheClockSteppedBack() throws Exception {
    try (Holdfast a = Holdfast.connect(url)) {
      a.mutex("n").acquire().close();
      server.execute(
          database, "UPDATE holdfast_session_hold SET stamp = stamp + 3600000000 WHERE name = 'n'");
      long ahead =
          server.number(database, "SELECT stamp FROM holdfast_session_hold WHERE name = 'n'");
      try (Lease lease = a.mutex("n").acquire()) {
        assertTrue(lease.token() > ahead * 4096);
      }
      try (Lease lease = a.mutex("n").acquire()) {
        assertTrue(lease.token() > (ahead + 1) * 4096);
      }
    }
  }

  /** The clock of the database has been past May 2041. */
  @Test
  void aStampThatMakesNoTokenIsSaidAndTheTroubleOfItsNameAlone() throws Exception {
    try (Holdfast a = Holdfast.connect(url)) {
      a.mutex("n").acquire().close();
      server.execute(
          database,
          "UPDATE holdfast_session_hold SET stamp = "
              + (Long.MAX_VALUE / 4096 - 1)
              + " WHERE name = 'n'");
      try (Lease other = a.mutex("other").acquire()) {
        StoreException said =
            assertThrows(StoreException.class, () -> a.mutex("n").acquire(Duration.ofSeconds(5)));
        assertTrue(said.getMessage().contains("no token can be made of"), said.getMessage());
        assertEquals(
            Long.MAX_VALUE / 4096 - 1,
            server.number(database, "SELECT stamp FROM holdfast_session_hold WHERE name = 'n'"),
            "nothing is in the way when the clock is right again");
        other.ensure(Duration.ofSeconds(1));
      }
      Server.await(() -> a.names(10).isEmpty());
      assertTrue(a.breakHold("n"), "stamps go on from the clock");
      assertFalse(a.breakHold("n"), "nothing is left to do");
      a.mutex("n").acquire(Duration.ofSeconds(5)).close();
    }
  }

  /** A pool gets no connection back that has locks, or had. */
  @Test
  void aDataSourceWorksToo() throws Exception {
    HikariConfig config = new HikariConfig();
    config.setDataSource(server.dataSource(database));
    config.setMaximumPoolSize(4);
    config.setConnectionTimeout(5_000);
    try (HikariDataSource pool = new HikariDataSource(config)) {
      try (Holdfast a = Holdfast.over(JdbcStore.sessionLocks(pool));
          Holdfast b = Holdfast.connect(url)) {
        Lease lease = a.mutex("n").acquire();
        assertTrue(b.mutex("n").tryAcquire().isEmpty());
        lease.close();
        b.mutex("n").tryAcquire().orElseThrow().close();
        Lease left = a.mutex("left").acquire();
        assertTrue(left.isHeld());
      }
      long had =
          server.number(database, "SELECT conn FROM holdfast_session_hold WHERE name = 'left'");
      assertFalse(sessions(pool).contains(had), "the pool got back the connection that had it");
      try (Holdfast b = Holdfast.connect(url)) {
        b.mutex("left").acquire(Duration.ofSeconds(5)).close();
      }
      assertEquals(0, pool.getHikariPoolMXBean().getActiveConnections());
    }
  }

  /** It is told at the start, and not by the first hold that cannot be released. */
  @Test
  void aPoolWithOneConnectionIsRefused() {
    HikariConfig config = new HikariConfig();
    config.setDataSource(server.dataSource(database));
    config.setMaximumPoolSize(1);
    config.setConnectionTimeout(5_000);
    try (HikariDataSource pool = new HikariDataSource(config)) {
      String said =
          assertThrows(
                  StoreException.class, () -> Holdfast.over(JdbcStore.sessionLocks(pool)).close())
              .getMessage();
      assertTrue(said.contains("no second connection"), said);
    }
  }

  /** The server's sessions behind all connections that a pool has. */
  private List<Long> sessions(HikariDataSource pool) throws Exception {
    String query =
        server.url(database).startsWith("jdbc:postgresql:")
            ? "SELECT pg_backend_pid()"
            : "SELECT CONNECTION_ID()";
    List<Connection> borrowed = new ArrayList<>();
    List<Long> sessions = new ArrayList<>();
    try {
      for (int i = 0; i < pool.getMaximumPoolSize(); i++) {
        Connection connection = pool.getConnection();
        borrowed.add(connection);
        try (Statement statement = connection.createStatement();
            ResultSet row = statement.executeQuery(query)) {
          assertTrue(row.next());
          sessions.add(row.getLong(1));
        }
      }
    } finally {
      for (Connection connection : borrowed) {
        connection.close();
      }
    }
    return sessions;
  }

  @Test
  void doctorSaysWhatEndsALock() {
    Holdfast.connect(url).close();
    Diagnosis used = Diagnoses.of(url);
    is(Level.OK, "after 3 s of silence", find(used, "silence"));
    is(Level.OK, "taken and released", find(used, "a lock"));
    Diagnosis unused = Diagnoses.of(SessionFixture.url(server, server.newDatabase()));
    is(Level.OK, "none yet", find(unused, "tables"));
    assertFalse(has(unused, "pooler"));
    for (Diagnosis found : List.of(used, unused)) {
      String limit = String.valueOf(find(found, "sessions").limits().get(Guarantee.C2));
      assertTrue(limit.contains("ends a client's session"), limit);
    }
  }

  @Test
  void whatTheUrlSaysWrongIsToldSo() {
    String plain = server.url(database);
    Map<String, String> told =
        Map.of(
            "locks=row", "locks should be lease or session",
            "locks=session&sessionSeconds=2", "sessionSeconds should be",
            "locks=session&sessionSeconds=3601", "sessionSeconds should be",
            "locks=session&sessionSeconds=soon", "sessionSeconds should be");
    told.forEach(
        (wrong, words) -> {
          String said =
              assertThrows(
                      IllegalArgumentException.class,
                      () -> Holdfast.connect(plain + "?" + wrong).close())
                  .getMessage();
          assertTrue(said.contains("': " + words), said);
        });
  }

  /** Whatever is refused is told with what to do, and without a password. */
  @Test
  void layoutsOfTheFutureAreRefused() throws Exception {
    Holdfast.connect(url).close();
    server.execute(database, "UPDATE holdfast_session_layout SET version = 7");
    try {
      StoreException refused =
          assertThrows(StoreException.class, () -> Holdfast.connect(url).close());
      assertTrue(refused.getMessage().contains("version 7"), refused::getMessage);
    } finally {
      server.execute(database, "UPDATE holdfast_session_layout SET version = 1");
    }
  }
}
