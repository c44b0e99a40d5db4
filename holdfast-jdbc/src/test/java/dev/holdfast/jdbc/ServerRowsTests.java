package dev.holdfast.jdbc;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.holdfast.spi.KeepAlive;
import dev.holdfast.spi.LockStore;
import dev.holdfast.spi.ReleaseRequest;
import dev.holdfast.spi.Standing;
import java.sql.Connection;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import javax.sql.DataSource;
import org.junit.jupiter.api.Test;

/** The rows of a server: whose they are, and what becomes of those that nobody needs. */
abstract class ServerRowsTests extends RowRules {
  private static final long DAY = 86_400_000;

  final Server server;
  final String database;

  ServerRowsTests(Server server) {
    this.server = server;
    this.database = server.newDatabase();
  }

  @Override
  LockStore openStore() {
    return server.store(database);
  }

  @Override
  long number(String sql) {
    return server.number(database, sql);
  }

  @Override
  void execute(String sql) {
    server.execute(database, sql);
  }

  private long count(String rows) {
    return number("SELECT COUNT(*) FROM " + rows);
  }

  /** Only what somebody waits for, or shares, is looked at by itself. */
  @Test
  void holdsThatNobodyWaitsForAreRenewedTogether() {
    AtomicInteger statements = new AtomicInteger();
    AtomicInteger failures = new AtomicInteger();
    DataSource counting =
        Counting.dataSource(Counting.failures(server.dataSource(database), failures), statements);
    try (LockStore counted = JdbcStore.of(counting);
        SpiClient client = new SpiClient(counted)) {
      List<KeepAlive> holds = new ArrayList<>();
      for (int i = 0; i < 300; i++) {
        holds.add(new KeepAlive.Hold("n" + i, client.take("n" + i), 2 * SpiClient.LEASE, false));
      }
      holds.add(new KeepAlive.Hold("n0", client.attempt(), SpiClient.LEASE, false));
      List<Standing> renewed;
      int tries = 0;
      do {
        // A statement that takes too long on a busy machine is cancelled, and all are done again.
        statements.set(0);
        failures.set(0);
        renewed = SpiClient.answer(client.session().keepAlive(holds.subList(0, 300)));
      } while (failures.get() > 0 && ++tries < 5);
      assertEquals(4, statements.get());
      for (Standing standing : renewed) {
        Standing.Holding holding = assertInstanceOf(Standing.Holding.class, standing);
        assertTrue(holding.remainingMillis() > SpiClient.LEASE, "it lasts as long as was asked");
      }
      b.queue("n7");
      renewed = SpiClient.answer(client.session().keepAlive(holds));
      assertInstanceOf(Standing.Absent.class, renewed.get(300), "a stranger's");
      for (int i = 0; i < 300; i++) {
        Standing.Holding holding = assertInstanceOf(Standing.Holding.class, renewed.get(i));
        assertEquals(i == 7, holding.othersWait());
        assertEquals(stamp("n" + i), holding.stamp());
      }
    }
  }

  private long stamp(String name) {
    return number("SELECT stamp FROM holdfast_lock WHERE name = '" + name + "'");
  }

  /** Waiters and marks make it unusual; when they are gone, the next release makes it usual. */
  @Test
  void aNameIsGrantedByOneStatementAgainWhenNobodyWaitsAnyMore() {
    String plain = "SELECT plain FROM holdfast_lock";
    String held = a.take("n");
    assertEquals(1, number(plain));
    String waiting = b.queue("n");
    assertEquals(0, number(plain));
    a.release("n", held);
    b.release("n", waiting);
    assertEquals(1, number(plain));
    SpiClient.answer(a.session().release(new ReleaseRequest("n", a.attempt(), 0, true, 1)));
    assertEquals(0, number(plain));
    server.execute(database, "UPDATE holdfast_mark SET expires_ms = 1");
    a.release("n", a.take("n"));
    assertEquals(1, number(plain));
  }

  @Test
  void whatNobodyNeedsIsDeletedNowAndThen() {
    a.take("busy");
    for (int i = 0; i < 20; i++) {
      a.release("free" + i, a.take("free" + i));
      b.join("busy", b.attempt(), 1);
      SpiClient.answer(a.session().release(new ReleaseRequest("late", a.attempt(), 0, true, 1)));
    }
    server.execute(
        database, "UPDATE holdfast_lock SET used_day = used_day - 2 WHERE name <> 'free0'");
    server.execute(
        database,
        "UPDATE holdfast_lock SET expires_ms = expires_ms - "
            + 3 * DAY
            + " WHERE name <> 'busy' AND expires_ms > 0");
    for (int i = 0; i < 256; i++) {
      SpiClient.answer(a.session().breakHold("nobody's"));
    }
    assertEquals(0, count("holdfast_queue"));
    assertEquals(0, count("holdfast_mark"));
    assertTrue(count("holdfast_lock WHERE name IN ('busy', 'free0')") == 2, "these are in use");
    assertEquals(0, count("holdfast_lock WHERE name NOT IN ('busy', 'free0', 'nobody''s')"));
    assertTrue(a.inspect("busy").isHeld(), "a hold is never forgotten, however old");
  }

  /** A statement after which a session tidies, as far as others know. */
  String tidying() {
    return "SELECT GET_LOCK(CONCAT('holdfast_tidy', LEFT(SHA2(DATABASE(), 256), 40)), 0)";
  }

  /** Several would look through the same rows, each as slowly as all together. */
  @Test
  void oneClientTidiesAtATime() throws Exception {
    a.release("old", a.take("old"));
    execute("UPDATE holdfast_lock SET used_day = used_day - 3");
    try (Connection other = server.dataSource(database).getConnection();
        Statement statement = other.createStatement()) {
      statement.execute(tidying());
      firstWrite();
      assertEquals(1, count("holdfast_lock WHERE name = 'old'"));
    }
    Server.await(
        () -> {
          firstWrite();
          return count("holdfast_lock WHERE name = 'old'") == 0;
        });
  }

  /** The first write of a client tidies. */
  void firstWrite() {
    try (SpiClient client = new SpiClient(store)) {
      SpiClient.answer(client.session().breakHold("none"));
    }
  }

  @Test
  void deadSharedHoldsAreDeletedNowAndThen() {
    SpiClient reader = new SpiClient(store).sharing();
    try (reader) {
      for (int i = 0; i < 20; i++) {
        reader.tryAcquire("n", reader.attempt(), 1);
      }
      String live = reader.take("n");
      for (int i = 0; i < 257; i++) {
        SpiClient.answer(a.session().breakHold("nobody's"));
      }
      assertEquals(1, count("holdfast_share"));
      assertInstanceOf(Standing.Holding.class, reader.renew("n", live));
    }
  }
}
