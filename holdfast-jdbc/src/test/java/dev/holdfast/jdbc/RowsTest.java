package dev.holdfast.jdbc;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.holdfast.StoreException;
import dev.holdfast.spi.KeepAlive;
import dev.holdfast.spi.LockStore;
import dev.holdfast.spi.ReleaseRequest;
import dev.holdfast.spi.Standing;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/** What is written and what is not, and what becomes of rows nobody needs. */
class RowsTest extends RowRules {
  private static final long DAY = 86_400_000;

  private final Path file = Databases.file();

  @Override
  LockStore openStore() {
    return Databases.store(file);
  }

  @Override
  long number(String sql) {
    return Databases.number(file, sql);
  }

  @Override
  void execute(String sql) {
    Databases.execute(file, sql);
  }

  @Test
  void aPollThatHasNothingToSayWritesNothing() {
    String holder = a.take("n");
    String waiter = b.queue("n");
    long before = version();
    for (int i = 0; i < 50; i++) {
      Standing.Queued queued =
          assertInstanceOf(Standing.Queued.class, b.keepPlace("n", waiter, SpiClient.PLACE));
      assertEquals(holder, queued.holder());
      assertEquals(0, queued.ahead());
    }
    assertInstanceOf(Standing.Absent.class, b.keepPlace("n", b.attempt(), SpiClient.PLACE));
    assertEquals(before, version(), "nobody's write was disturbed");
    // A place with less than two thirds left is refreshed.
    b.keepPlace("n", waiter, 10 * SpiClient.PLACE);
    assertTrue(version() > before);
    long refreshed = version();
    b.keepPlace("n", waiter, 10 * SpiClient.PLACE);
    assertEquals(refreshed, version());
  }

  /** Grows with every transaction that any other connection has written. */
  private long version() {
    // total_changes of our own connection is out of reach; the log's size tells the same.
    return file.resolveSibling("locks.db-wal").toFile().length();
  }

  @Test
  void aBreakIsRememberedForTheOneItEnded() {
    String holder = a.take("n");
    assertTrue(SpiClient.answer(b.session().breakHold("n")));
    Standing.Absent told = assertInstanceOf(Standing.Absent.class, a.renew("n", holder));
    assertTrue(told.broken());
    String next = b.take("n");
    told = assertInstanceOf(Standing.Absent.class, a.renew("n", holder));
    assertTrue(told.broken());
    assertEquals(next, told.holder());
    assertEquals(false, SpiClient.answer(b.session().breakHold("nobody's")), "there was no hold");
  }

  /** What another program writes in the row of one name is that name's trouble. */
  @Test
  void aRowThatMakesNoSenseCostsOneName() {
    String bad = a.take("bad");
    String good = a.take("good");
    String released = a.take("released");
    String waited = b.queue("bad");
    Databases.execute(
        file, "UPDATE holdfast_lock SET attempt = '+x' WHERE name = CAST('bad' AS BLOB)");
    List<Standing> kept =
        SpiClient.answer(
            a.session()
                .keepAlive(
                    List.of(
                        new KeepAlive.Place("bad", waited, SpiClient.PLACE, 1),
                        new KeepAlive.Hold("bad", bad, SpiClient.LEASE, false),
                        new KeepAlive.Hold("good", good, SpiClient.LEASE, true),
                        new KeepAlive.Hold("released", released, SpiClient.LEASE, false))));
    assertInstanceOf(Standing.Unknown.class, kept.get(0));
    assertInstanceOf(Standing.Unknown.class, kept.get(1));
    assertInstanceOf(Standing.Holding.class, kept.get(2));
    assertInstanceOf(Standing.Holding.class, kept.get(3));
    assertEquals(
        List.of("bad", "good", "released"),
        SpiClient.answer(a.session().names(10)).stream().sorted().toList());
    StoreException unreadable = assertThrows(StoreException.class, () -> a.inspect("bad"));
    assertTrue(unreadable.getMessage().contains("'+x'"), unreadable.getMessage());
    assertFalse(unreadable.isTransient());
    assertEquals(
        List.of(false, true),
        SpiClient.answer(
            a.session()
                .releaseAll(
                    List.of(
                        new ReleaseRequest("bad", bad, 0, false, 60_000),
                        new ReleaseRequest("released", released, 0, false, 60_000)))));
    assertInstanceOf(Standing.Holding.class, a.renew("good", good));
  }

  @Test
  void aRepeatedAcquireOfAnEndedAttemptIsRefusedAsLongAsItIsTheLastOne() {
    String attempt = a.take("n");
    assertTrue(a.release("n", attempt));
    assertInstanceOf(Standing.Absent.class, a.tryAcquire("n", attempt, SpiClient.LEASE));
    assertInstanceOf(Standing.Absent.class, a.join("n", attempt, SpiClient.PLACE));
    b.take("n");
  }

  @Test
  void whatNobodyNeedsIsDeletedNowAndThen() {
    a.take("busy");
    for (int i = 0; i < 20; i++) {
      a.release("free" + i, a.take("free" + i));
      b.join("busy", b.attempt(), 1);
      SpiClient.answer(a.session().release(new ReleaseRequest("late", a.attempt(), 0, true, 1)));
    }
    Databases.execute(
        file, "UPDATE holdfast_lock SET used_day = used_day - 2 WHERE name <> x'6672656530'");
    Databases.execute(
        file,
        "UPDATE holdfast_lock SET expires_ms = expires_ms - "
            + 3 * DAY
            + " WHERE attempt <> ''"
            + " AND name <> CAST('busy' AS BLOB)");
    for (int i = 0; i < 256; i++) {
      // A transaction; a name that was used today is taken and freed without one, and makes no
      // rows.
      SpiClient.answer(a.session().breakHold("nobody's"));
    }
    assertEquals(2, number("SELECT COUNT(*) FROM holdfast_lock"));
    assertEquals(0, number("SELECT COUNT(*) FROM holdfast_queue"));
    assertEquals(0, number("SELECT COUNT(*) FROM holdfast_mark"));
    assertTrue(a.inspect("busy").isHeld(), "a hold is never forgotten, however old");
  }

  @Test
  void aHundredWaitersKnowTheirPlaces() {
    a.take("n");
    List<String> waiters = IntStream.range(0, 100).mapToObj(i -> b.queue("n")).toList();
    for (int i = 0; i < 100; i++) {
      Standing.Queued queued =
          assertInstanceOf(
              Standing.Queued.class, b.keepPlace("n", waiters.get(i), SpiClient.PLACE));
      assertEquals(i, queued.ahead());
    }
  }
}
