package dev.holdfast.jdbc;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.holdfast.LockInfo;
import dev.holdfast.Owner;
import dev.holdfast.spi.LockStore;
import dev.holdfast.spi.Mode;
import dev.holdfast.spi.ReleaseRequest;
import dev.holdfast.spi.Standing;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** Shared holds as rows: what one leaves to the others, and what becomes of dead ones. */
class SharedRowsTest {
  private static final String SHARES = "SELECT COUNT(*) FROM holdfast_share";

  private final Path file = Databases.file();
  private final LockStore store = Databases.store(file);
  private final SpiClient a = new SpiClient(store).sharing();
  private final SpiClient b = new SpiClient(store).sharing();
  private final SpiClient writer = new SpiClient(store);

  @AfterEach
  void close() {
    writer.close();
    b.close();
    a.close();
    store.close();
  }

  /** Lets one shared hold die, and the name with it if no other lives. */
  private void expire(String attempt) {
    Databases.execute(
        file, "UPDATE holdfast_share SET expires_ms = 1 WHERE attempt = '" + attempt + "'");
    Databases.execute(
        file,
        "UPDATE holdfast_lock SET expires_ms ="
            + " (SELECT MAX(s.expires_ms) FROM holdfast_share s WHERE s.name = holdfast_lock.name)"
            + " WHERE attempt = '+'");
  }

  private List<String> holders(String name) {
    return a.inspect(name).holds().stream().map(hold -> hold.owner().id()).toList();
  }

  @Test
  void theNameIsTakenAsLongAsItsLongestHold() {
    String longest = a.attempt();
    a.tryAcquire("n", longest, 10 * SpiClient.LEASE);
    String shorter = b.take("n");
    String left =
        "SELECT (l.expires_ms - (SELECT MAX(s.expires_ms) FROM holdfast_share s))"
            + " FROM holdfast_lock l WHERE l.attempt = '+'";
    assertEquals(0, Databases.number(file, left));
    a.release("n", longest);
    assertEquals(0, Databases.number(file, left), "nobody waits for one that has left");
    b.renew("n", shorter);
    assertEquals(0, Databases.number(file, left));
    b.release("n", shorter);
    assertEquals(0, Databases.number(file, "SELECT expires_ms FROM holdfast_lock"));
    assertEquals(0, Databases.number(file, SHARES));
  }

  @Test
  void aLateCopyOfAChangeChangesNothing() {
    String attempt = writer.attempt();
    long first = stamp(writer.tryAcquire("n", attempt, SpiClient.LEASE));
    long second = stamp(writer.change("n", attempt, first, Mode.SHARED));
    long third = stamp(writer.change("n", attempt, second, Mode.EXCLUSIVE));
    assertEquals(0, Databases.number(file, SHARES), "an exclusive hold has no row there");
    for (Mode to : Mode.values()) {
      for (long late : List.of(first, second)) {
        Standing.Holding now =
            assertInstanceOf(Standing.Holding.class, writer.change("n", attempt, late, to));
        assertEquals(Mode.EXCLUSIVE, now.mode());
        assertEquals(third, now.stamp());
      }
    }
    assertInstanceOf(Standing.Absent.class, a.tryAcquire("n", a.attempt(), SpiClient.LEASE));
    assertTrue(writer.release("n", attempt));
    assertInstanceOf(
        Standing.Absent.class, writer.change("n", attempt, third, Mode.SHARED), "and none later");
    a.take("n");
  }

  private static long stamp(Standing standing) {
    return assertInstanceOf(Standing.Holding.class, standing).stamp();
  }

  @Test
  void anExpiredReaderBesideLiveOnes() {
    String dead = a.take("n");
    String live = b.take("n");
    expire(dead);
    assertEquals(List.of(live), holders("n"));
    Standing.Absent told = assertInstanceOf(Standing.Absent.class, a.renew("n", dead));
    assertEquals(live, told.holder());
    assertInstanceOf(Standing.Absent.class, a.tryAcquire("n", dead, SpiClient.LEASE));
    assertInstanceOf(Standing.Absent.class, a.join("n", dead, SpiClient.PLACE));
    assertFalse(a.release("n", dead));
    assertEquals(List.of(live), holders("n"));
    assertTrue(b.release("n", live));
    writer.take("n");
    assertEquals(0, Databases.number(file, SHARES), "the next hold needs none of them");
  }

  @Test
  void aWriterWaitsForTwoReadersOfWhichOneDied() {
    for (boolean deadFirst : new boolean[] {true, false}) {
      String name = "dead first: " + deadFirst;
      String dead = a.take(name);
      String live = b.take(name);
      String waiting = writer.queue(name);
      if (deadFirst) {
        expire(dead);
        Standing.Queued queued =
            assertInstanceOf(
                Standing.Queued.class, writer.keepPlace(name, waiting, SpiClient.PLACE));
        assertEquals(live, queued.holder());
        b.release(name, live);
      } else {
        b.release(name, live);
        assertInstanceOf(Standing.Queued.class, writer.keepPlace(name, waiting, SpiClient.PLACE));
        expire(dead);
      }
      assertInstanceOf(Standing.Holding.class, writer.keepPlace(name, waiting, SpiClient.PLACE));
      assertEquals(List.of(waiting), holders(name));
    }
  }

  @Test
  void oneStatementNeitherGrantsNorFreesBesideSharedHolds() {
    writer.release("n", writer.take("n"));
    String one = a.take("n");
    String two = b.take("n");
    assertInstanceOf(
        Standing.Absent.class, writer.tryAcquire("n", writer.attempt(), SpiClient.LEASE));
    assertTrue(a.release("n", one));
    assertInstanceOf(
        Standing.Absent.class, writer.tryAcquire("n", writer.attempt(), SpiClient.LEASE));
    assertEquals(List.of(two), holders("n"));
    assertTrue(b.release("n", two));
    writer.take("n");
  }

  /** Its exclusive acquire, sent again and late, finds the name free and nobody waiting. */
  @Test
  void aDowngradedHoldThatExpiredDoesNotComeBack() {
    String attempt = writer.attempt();
    long stamp = stamp(writer.tryAcquire("n", attempt, SpiClient.LEASE));
    writer.change("n", attempt, stamp, Mode.SHARED);
    expire(attempt);
    assertInstanceOf(Standing.Absent.class, writer.tryAcquire("n", attempt, SpiClient.LEASE));
    assertInstanceOf(Standing.Absent.class, writer.renew("n", attempt));
    writer.take("n");
  }

  @Test
  void aHundredReadersAreGrantedByOneRelease() {
    String held = writer.take("n");
    List<String> run = new ArrayList<>();
    for (int i = 0; i < 100; i++) {
      run.add((i % 2 == 0 ? a : b).queue("n"));
    }
    String behind = writer.queue("n");
    String last = a.queue("n");
    writer.release("n", held);
    assertEquals(run, holders("n"));
    LockInfo info = a.inspect("n");
    assertEquals(List.of(behind, last), info.waiters().stream().map(Owner::id).toList());
    long stampsOfTheLast =
        Databases.number(
            file, "SELECT (SELECT MAX(stamp) FROM holdfast_share) - stamp FROM holdfast_lock");
    assertEquals(0, stampsOfTheLast, "the next stamp lies above the whole run's");
    for (String reader : run) {
      assertTrue(a.release("n", reader));
    }
    assertEquals(List.of(behind), holders("n"));
  }

  /** A writer that died at the front of the queue is no reason to let the readers behind wait. */
  @Test
  void aPollMovesTheQueuePastADeadWriter() {
    String held = a.take("n");
    writer.queue("n");
    String behind = b.queue("n");
    assertInstanceOf(Standing.Queued.class, b.keepPlace("n", behind, SpiClient.PLACE));
    Databases.execute(file, "UPDATE holdfast_queue SET expires_ms = 1 WHERE permits = 0");
    assertInstanceOf(Standing.Holding.class, b.keepPlace("n", behind, SpiClient.PLACE));
    assertEquals(List.of(held, behind), holders("n"));
    assertEquals(0, Databases.number(file, "SELECT COUNT(*) FROM holdfast_queue"));
  }

  @Test
  void aBrokenReaderIsRememberedAsTheOthersAre() {
    List<String> readers = List.of(a.take("n"), b.take("n"), a.take("n"));
    assertTrue(SpiClient.answer(writer.session().breakHold("n")));
    assertFalse(a.inspect("n").isHeld());
    assertEquals(0, Databases.number(file, SHARES));
    String next = writer.take("n");
    for (String reader : readers) {
      Standing.Absent told = assertInstanceOf(Standing.Absent.class, a.renew("n", reader));
      assertTrue(told.broken());
      assertEquals(next, told.holder());
      assertInstanceOf(Standing.Absent.class, a.tryAcquire("n", reader, SpiClient.LEASE));
    }
  }

  @Test
  void deadSharedHoldsAreDeletedNowAndThen() {
    String live = b.take("n");
    for (int i = 0; i < 20; i++) {
      expire(a.take("n"));
    }
    assertEquals(21, Databases.number(file, SHARES));
    for (int i = 0; i < 256; i++) {
      SpiClient.answer(
          a.session().release(new ReleaseRequest("nobody's", a.attempt(), 0, true, 1)));
    }
    assertEquals(1, Databases.number(file, SHARES));
    assertEquals(List.of(live), holders("n"));
  }

  @Test
  void namesAreListedWhileAnyShareIsLive() {
    String one = a.take("n");
    String two = b.take("n");
    a.release("n", one);
    assertEquals(List.of("n"), SpiClient.answer(a.session().names(10)));
    expire(two);
    assertEquals(List.of(), SpiClient.answer(a.session().names(10)));
    assertFalse(a.inspect("n").isHeld());
  }
}
