package dev.holdfast.jdbc;

import static java.util.concurrent.TimeUnit.SECONDS;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.holdfast.Holdfast;
import dev.holdfast.Lease;
import dev.holdfast.StaleTokenException;
import dev.holdfast.fuzz.OddLease;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CyclicBarrier;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import javax.sql.DataSource;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** What the guard does, the same on every database. */
abstract class FenceTests {
  private static int used;

  private final String resource = "account:" + ++used;
  private DataSource database;

  /** Connections to an empty database, or to one that the other tests use too. */
  abstract DataSource database() throws Exception;

  /** Makes a statement that meets a lock fail soon. */
  abstract void waitBriefly(Connection connection) throws SQLException;

  /** Whether a check waits for another transaction now. */
  abstract boolean someoneWaits();

  @BeforeEach
  void createTables() throws Exception {
    database = database();
    Fence.createTable(database);
    try (Connection connection = database.getConnection();
        var statement = connection.createStatement()) {
      statement.execute("DROP TABLE IF EXISTS guarded");
      statement.execute("CREATE TABLE guarded (position INTEGER, token BIGINT)");
      statement.execute("DROP TABLE IF EXISTS other");
      statement.execute("CREATE TABLE other (position INTEGER)");
    }
  }

  Connection begin() throws SQLException {
    Connection connection = database.getConnection();
    connection.setAutoCommit(false);
    return connection;
  }

  private void check(long token) throws SQLException {
    try (Connection connection = begin()) {
      Fence.check(connection, resource, token);
      connection.commit();
    }
  }

  private void checkShared(long token) throws SQLException {
    try (Connection connection = begin()) {
      Fence.checkShared(connection, resource, token);
      connection.commit();
    }
  }

  private void assertRefused(long token) throws SQLException {
    try (Connection connection = begin()) {
      StaleTokenException refusal =
          assertThrows(StaleTokenException.class, () -> Fence.check(connection, resource, token));
      assertEquals(token, refusal.token());
      assertEquals(resource, refusal.resource());
      connection.commit(); // Even so nothing was changed.
    }
  }

  private void assertSharedRefused(long token) throws SQLException {
    try (Connection connection = begin()) {
      assertThrows(StaleTokenException.class, () -> Fence.checkShared(connection, resource, token));
      connection.commit();
    }
  }

  @Test
  void required_G1_anOlderTokenIsRefused() throws SQLException {
    check(20);
    assertRefused(19);
    check(20);
    check(21);
    assertRefused(20);
  }

  @Test
  void required_G1_anEqualTokenOfAnotherOwnerIsRefused() throws Exception {
    try (Holdfast holdfast = Holdfast.connect("memory:");
        Holdfast other = Holdfast.connect("memory:");
        Lease lease = holdfast.mutex(resource).acquire();
        Lease twin = OddLease.of(other.mutex(resource).acquire(), lease.token())) {
      try (Connection connection = begin()) {
        Fence.check(connection, resource, lease);
        Fence.check(connection, resource, lease);
        connection.commit();
      }
      try (Connection connection = begin()) {
        StaleTokenException refusal =
            assertThrows(StaleTokenException.class, () -> Fence.check(connection, resource, twin));
        assertTrue(refusal.getMessage().contains(lease.owner().toString()), refusal::getMessage);
        Fence.check(connection, resource, lease.token());
        Fence.check(connection, resource, lease);
        connection.commit();
      }
    }
  }

  @Test
  void required_G1_aRolledBackCheckRaisesNothing() throws SQLException {
    check(20);
    try (Connection connection = begin()) {
      Fence.check(connection, resource, 30);
      connection.rollback();
    }
    check(25);
    assertRefused(20);
  }

  @Test
  void required_G1_nobodyElsePassesBeforeTheTransactionEnds() throws SQLException {
    check(10);
    try (Connection holder = begin();
        Connection next = begin()) {
      waitBriefly(next);
      Fence.check(holder, resource, 10);
      assertThrows(SQLException.class, () -> Fence.check(next, resource, 20));
      next.rollback();
      holder.commit();
      Fence.check(next, resource, 20);
      next.commit();
    }
    assertRefused(10);
  }

  /** Where it is cannot be serialized, the database may say so instead of the guard. */
  @ParameterizedTest
  @ValueSource(
      ints = {
        Connection.TRANSACTION_READ_COMMITTED,
        Connection.TRANSACTION_REPEATABLE_READ,
        Connection.TRANSACTION_SERIALIZABLE
      })
  void required_G1_ofTwoFirstContactsAtOnceTheOlderIsRefused(int isolation) throws Exception {
    ExecutorService thread = Executors.newSingleThreadExecutor();
    try (Connection newer = begin();
        Connection older = begin()) {
      if (!older.getMetaData().supportsTransactionIsolationLevel(isolation)) {
        return;
      }
      newer.setTransactionIsolation(isolation);
      older.setTransactionIsolation(isolation);
      Fence.check(newer, resource, 20);
      Future<Exception> second = thread.submit(() -> failureOf(older, 10));
      Awaitility.await().until(() -> second.isDone() || someoneWaits());
      assertFalse(second.isDone(), "it did not wait for the first");
      newer.commit();
      Exception failure = second.get(20, SECONDS);
      assertNotNull(failure, "both passed");
      assertTrue(
          failure instanceof StaleTokenException
              || isolation > Connection.TRANSACTION_READ_COMMITTED,
          failure::toString);
    } finally {
      thread.shutdownNow();
    }
    assertRefused(10);
  }

  /** Whoever has read before it asks must not go on with what was before the last holder wrote. */
  @ParameterizedTest
  @ValueSource(
      ints = {
        Connection.TRANSACTION_READ_COMMITTED,
        Connection.TRANSACTION_REPEATABLE_READ,
        Connection.TRANSACTION_SERIALIZABLE
      })
  void required_G1_whoPassesSeesWhatTheLastHolderWrote(int isolation) throws Exception {
    for (long last : new long[] {20, 40}) {
      try (Connection early = begin()) {
        if (!early.getMetaData().supportsTransactionIsolationLevel(isolation)) {
          return;
        }
        early.setTransactionIsolation(isolation);
        try (var statement = early.createStatement()) {
          statement.executeQuery("SELECT COUNT(*) FROM other").close();
        }
        assertEquals(1, write(last));
        if (failureOf(early, last + 10) == null) {
          assertEquals(last, lastToken(early), "it reads the past");
          early.rollback();
        }
      }
    }
  }

  private static long lastToken(Connection connection) throws SQLException {
    try (PreparedStatement last =
            connection.prepareStatement("SELECT COALESCE(MAX(token), 0) FROM guarded");
        ResultSet row = last.executeQuery()) {
      row.next();
      return row.getLong(1);
    }
  }

  private Exception failureOf(Connection connection, long token) throws SQLException {
    try {
      Fence.check(connection, resource, token);
      return null;
    } catch (StaleTokenException | SQLException refusal) {
      connection.rollback();
      return refusal;
    }
  }

  /** Each reads the last position and writes the next: in no order but that of the tokens. */
  @Test
  void required_G1_sectionsThatPassHaveTheOrderOfTheirTokens() throws Exception {
    int threads = 6;
    int each = 20;
    CyclicBarrier start = new CyclicBarrier(threads);
    ExecutorService pool = Executors.newFixedThreadPool(threads);
    try {
      List<Future<Integer>> passed = new ArrayList<>();
      for (int i = 0; i < threads; i++) {
        int thread = i;
        passed.add(
            pool.submit(
                () -> {
                  int mine = 0;
                  start.await(10, SECONDS);
                  for (int n = 0; n < each; n++) {
                    mine += write(1 + n * threads + (thread + n) % threads);
                  }
                  return mine;
                }));
      }
      int sum = 0;
      for (Future<Integer> some : passed) {
        sum += some.get(60, SECONDS);
      }
      List<Long> tokens = written();
      assertEquals(sum, tokens.size(), "a section was lost");
      assertTrue(sum > 0, "nobody passed");
      assertEquals(tokens.stream().sorted().distinct().toList(), tokens);
    } finally {
      pool.shutdownNow();
    }
  }

  private int write(long token) throws SQLException {
    try (Connection connection = begin()) {
      try {
        Fence.check(connection, resource, token);
        long position;
        try (PreparedStatement last =
                connection.prepareStatement("SELECT COALESCE(MAX(position), 0) FROM guarded");
            ResultSet row = last.executeQuery()) {
          row.next();
          position = row.getLong(1) + 1;
        }
        try (PreparedStatement insert =
            connection.prepareStatement("INSERT INTO guarded VALUES (?, ?)")) {
          insert.setLong(1, position);
          insert.setLong(2, token);
          insert.executeUpdate();
        }
        connection.commit();
        return 1;
      } catch (StaleTokenException older) {
        connection.rollback();
        return 0;
      }
    }
  }

  private List<Long> written() throws SQLException {
    List<Long> tokens = new ArrayList<>();
    try (Connection connection = database.getConnection();
        PreparedStatement all =
            connection.prepareStatement("SELECT token FROM guarded ORDER BY position");
        ResultSet rows = all.executeQuery()) {
      while (rows.next()) {
        tokens.add(rows.getLong(1));
      }
    }
    return tokens;
  }

  @Test
  void required_G2_anExclusiveHolderNeedsToBeAboveTheHighestSharedToken() throws SQLException {
    checkShared(20);
    assertRefused(19);
    assertRefused(20);
    check(21);
    assertRefused(20);
  }

  @Test
  void required_G2_aSharedHolderIsRefusedByANewerExclusiveOneAlone() throws SQLException {
    checkShared(30);
    checkShared(20);
    assertRefused(30);
    check(40);
    assertSharedRefused(30);
    assertSharedRefused(40);
    checkShared(50);
    checkShared(45);
    assertRefused(49);
    check(51);
  }

  @Test
  void otherResourcesAreNotConcerned() throws SQLException {
    check(20);
    try (Connection connection = begin()) {
      for (String other :
          List.of(resource + " ", resource.replace('a', 'A'), "ä", "Ä", "\0", "e\0")) {
        Fence.check(connection, other, 1);
      }
      Fence.check(connection, "x".repeat(512), 1);
      connection.rollback();
    }
  }

  @Test
  void theCallersTransactionStaysTheCallers() throws SQLException {
    check(20);
    try (Connection connection = begin();
        var statement = connection.createStatement()) {
      statement.execute("INSERT INTO guarded VALUES (1, 1)");
      assertThrows(StaleTokenException.class, () -> Fence.check(connection, resource, 10));
      Fence.check(connection, resource, 30);
      assertFalse(connection.getAutoCommit());
      connection.rollback();
      assertEquals(List.of(), written());
      check(25);
    }
  }

  @Test
  void whatCannotGuardIsRefused() throws SQLException {
    try (Connection connection = database.getConnection()) {
      IllegalStateException refusal =
          assertThrows(IllegalStateException.class, () -> Fence.check(connection, resource, 1));
      assertTrue(refusal.getMessage().contains("setAutoCommit(false)"), refusal::getMessage);
      assertThrows(IllegalStateException.class, () -> Fence.checkShared(connection, resource, 1));
    }
    try (Connection connection = begin()) {
      for (long token : new long[] {0, -1, Long.MIN_VALUE}) {
        assertThrows(
            IllegalArgumentException.class, () -> Fence.check(connection, resource, token));
      }
      for (String name : List.of("", "x".repeat(513), "ä".repeat(257))) {
        assertThrows(IllegalArgumentException.class, () -> Fence.check(connection, name, 1));
      }
      Fence.check(connection, resource, Long.MAX_VALUE);
      connection.rollback();
    }
  }

  @Test
  void manyMayMakeTheTableAtOnce() throws Exception {
    try (Connection connection = database.getConnection();
        var statement = connection.createStatement()) {
      statement.execute("DROP TABLE holdfast_fence");
    }
    CyclicBarrier start = new CyclicBarrier(4);
    ExecutorService pool = Executors.newFixedThreadPool(4);
    try {
      List<Future<?>> made = new ArrayList<>();
      for (int i = 0; i < 4; i++) {
        made.add(
            pool.submit(
                () -> {
                  start.await(10, SECONDS);
                  Fence.createTable(database);
                  return null;
                }));
      }
      for (Future<?> each : made) {
        each.get(20, SECONDS);
      }
    } finally {
      pool.shutdownNow();
    }
    check(20);
  }

  @Test
  void aTableThatIsMissingIsToldWithWhatToDo() throws Exception {
    try (Connection connection = database.getConnection();
        var statement = connection.createStatement()) {
      statement.execute("DROP TABLE holdfast_fence");
    }
    try (Connection connection = begin()) {
      for (boolean shared : new boolean[] {false, true}) {
        SQLException missing =
            assertThrows(
                SQLException.class,
                () -> {
                  if (shared) {
                    Fence.checkShared(connection, resource, 20);
                  } else {
                    Fence.check(connection, resource, 20);
                  }
                });
        connection.rollback();
        assertTrue(missing.getMessage().contains("Fence.createTable"), missing.getMessage());
        assertTrue(missing.getMessage().contains(resource), missing.getMessage());
      }
    } finally {
      Fence.createTable(database);
    }
  }
}
