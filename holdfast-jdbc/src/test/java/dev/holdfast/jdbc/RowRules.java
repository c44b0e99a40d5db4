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
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Whose the rows are, in SQLite as on a server. */
abstract class RowRules {
  /** A lease that a test can wait for. */
  private static final long SHORT = 400;

  /** One within which a test surely renews. */
  private static final long RENEWED = 2_000;

  LockStore store;

  /** Two clients of the store. */
  SpiClient a;

  SpiClient b;

  abstract LockStore openStore();

  /** What a query answers. */
  abstract long number(String sql);

  /** Runs one statement, as somebody else would. */
  abstract void execute(String sql);

  @BeforeEach
  void open() {
    store = openStore();
    a = new SpiClient(store);
    b = new SpiClient(store);
  }

  @AfterEach
  void close() {
    b.close();
    a.close();
    store.close();
  }

  @Test
  void theClockIsTheOneByWhichHoldsEnd() {
    long before = SpiClient.answer(a.session().clock("n")).orElseThrow();
    a.take("n");
    long ends = number("SELECT MAX(expires_ms) FROM holdfast_lock");
    long after = SpiClient.answer(b.session().clock("n")).orElseThrow();
    assertTrue(
        before + SpiClient.LEASE <= ends && ends <= after + SpiClient.LEASE,
        () -> "a hold until " + ends + " was granted between " + before + " and " + after);
  }

  /** A database whose clock was past May 2041 has granted it. */
  @Test
  void aStampThatMakesNoTokenIsSaidAndTheTroubleOfItsNameAlone() {
    a.release("n", a.take("n"));
    long last = Long.MAX_VALUE / 4096 - 1;
    execute("UPDATE holdfast_lock SET stamp = " + last);
    for (boolean waits : new boolean[] {false, true}) {
      StoreException said =
          assertThrows(
              StoreException.class,
              () -> {
                Standing unused =
                    waits
                        ? a.join("n", a.attempt(), SpiClient.PLACE)
                        : a.tryAcquire("n", a.attempt(), SpiClient.LEASE);
              });
      assertTrue(said.getMessage().contains("no token can be made of"), said.getMessage());
      assertFalse(said.isTransient(), "asking again does not help");
      assertEquals(last, number("SELECT MAX(stamp) FROM holdfast_lock"), "as it was");
    }
    assertTrue(SpiClient.answer(a.session().breakHold("n")), "stamps go on from the clock");
    assertFalse(SpiClient.answer(a.session().breakHold("n")), "nothing is left to do");
    a.release("n", a.take("n"));
    execute("UPDATE holdfast_lock SET stamp = " + (last + 1) + ", expires_ms = 9000000000000");
    assertTrue(SpiClient.answer(a.session().breakHold("n")), "held, with such a stamp");
    a.release("n", a.take("n"));
    String good = a.take("good");
    String bad = a.take("bad");
    execute("UPDATE holdfast_lock SET stamp = 3 * stamp WHERE attempt = '" + bad + "'");
    assertThrows(StoreException.class, () -> a.inspect("bad"));
    List<Standing> batch =
        SpiClient.answer(
            a.session()
                .keepAlive(
                    List.of(
                        new KeepAlive.Hold("bad", bad, SpiClient.LEASE, false),
                        new KeepAlive.Place("bad", bad, SpiClient.PLACE, 0),
                        new KeepAlive.Hold("bad", bad, SpiClient.LEASE, true),
                        new KeepAlive.Hold("good", good, SpiClient.LEASE, false))));
    batch.subList(0, 3).forEach(each -> assertInstanceOf(Standing.Unknown.class, each));
    assertInstanceOf(Standing.Holding.class, batch.get(3));
    assertTrue(a.release("bad", bad));
  }

  @Test
  void aBatchAnswersInTheOrderOfItsRequests() {
    String held = a.take("held");
    b.take("taken");
    String place = a.queue("taken");
    List<Standing> standings =
        SpiClient.answer(
            a.session()
                .keepAlive(
                    List.of(
                        new KeepAlive.Place("taken", place, SpiClient.PLACE, 0),
                        new KeepAlive.Hold("held", held, SpiClient.LEASE, false),
                        new KeepAlive.Place("nowhere", a.attempt(), SpiClient.PLACE, 0),
                        new KeepAlive.Hold("taken", place, SpiClient.LEASE, false),
                        new KeepAlive.Place("held", held, SpiClient.PLACE, 0))));
    List<Class<?>> kinds = new ArrayList<>();
    standings.forEach(standing -> kinds.add(standing.getClass()));
    assertEquals(
        List.of(
            Standing.Queued.class,
            Standing.Holding.class,
            Standing.Absent.class,
            Standing.Absent.class,
            Standing.Holding.class),
        kinds);
    assertEquals(List.of(), SpiClient.answer(a.session().keepAlive(List.of())));
  }

  @Test
  void namesShareNoRowWhateverTheyAre() {
    List<String> names =
        List.of(
            "a",
            "A",
            "a ",
            " a",
            "a\0",
            "a\0b",
            "\0",
            "a\n",
            "a\r\n",
            "é",
            "e\u0301",
            "É",
            "😀",
            "😀😀",
            "%",
            "_",
            "'",
            "\"",
            "\\",
            "--",
            ";",
            "?",
            "{a}",
            "ß",
            "ss",
            "x".repeat(512),
            "x".repeat(511) + "y",
            "😀".repeat(128),
            "1",
            "1.0",
            "NULL",
            "\uFEFFa",
            "Straße");
    for (String name : names) {
      a.take(name);
      assertInstanceOf(Standing.Absent.class, b.tryAcquire(name, b.attempt(), SpiClient.LEASE));
      assertTrue(a.inspect(name).isHeld());
    }
    assertEquals(names.size(), number("SELECT COUNT(*) FROM holdfast_lock"));
    assertEquals(new HashSet<>(names), new HashSet<>(SpiClient.answer(a.session().names(1_000))));
    assertEquals(3, SpiClient.answer(a.session().names(3)).size());
    for (String namespace : List.of("other", "Other")) {
      try (SpiClient elsewhere = new SpiClient(store, namespace)) {
        assertEquals(List.of(), SpiClient.answer(elsewhere.session().names(1_000)));
        elsewhere.take("a");
      }
    }
  }

  /** All that is written ends an hour too late now, as if the clock had been set back. */
  private void setTheClockBack() {
    for (String table : List.of("lock", "share", "queue")) {
      execute("UPDATE holdfast_" + table + " SET expires_ms = expires_ms + 3600000");
    }
  }

  private String hold(SpiClient client, String name) {
    return hold(client, name, SHORT);
  }

  private String hold(SpiClient client, String name, long lease) {
    String attempt = client.attempt(lease);
    assertInstanceOf(Standing.Holding.class, client.tryAcquire(name, attempt, lease));
    return attempt;
  }

  private boolean gets(String name) {
    return b.tryAcquire(name, b.attempt(SHORT), SHORT) instanceof Standing.Holding;
  }

  private long clock() {
    return SpiClient.answer(a.session().clock("n")).orElseThrow();
  }

  @Test
  void aHoldThatEndsTooLateIsOverALeaseAfterItWasMet() {
    String kept = hold(a, "kept");
    SpiClient.answer(
        a.session().release(new ReleaseRequest("kept", kept, SHORT, false, SpiClient.MARK)));
    hold(a, "granted");
    a.sharing();
    hold(a, "read");
    hold(a, "read");
    hold(a, "partly read");
    a.tryAcquire("partly read", a.attempt(), SpiClient.LEASE);
    setTheClockBack();
    long met = clock();
    Set<String> wanted = new TreeSet<>(Set.of("granted", "kept", "read"));
    Awaitility.await()
        .until(
            () -> {
              assertFalse(gets("partly read"), "whose id says no lease holds on");
              wanted.removeIf(this::gets);
              return wanted.isEmpty();
            });
    assertTrue(clock() - met >= SHORT, () -> "free after " + (clock() - met) + " ms");
    assertEquals(
        3, number("SELECT COUNT(*) FROM holdfast_lock WHERE expires_ms < " + (met + 60_000)));
  }

  @Test
  void aLiveHoldThatEndsTooLateIsNotCut() {
    String live = hold(a, "live", RENEWED);
    SpiClient reader = new SpiClient(store).sharing();
    String reads = hold(reader, "read", RENEWED);
    setTheClockBack();
    long met = clock();
    Awaitility.await()
        .until(
            () -> {
              Standing renewed = a.keepAlive(new KeepAlive.Hold("live", live, RENEWED, false));
              assertInstanceOf(Standing.Holding.class, renewed);
              renewed = reader.keepAlive(new KeepAlive.Hold("read", reads, RENEWED, false));
              assertInstanceOf(Standing.Holding.class, renewed);
              assertFalse(gets("live"));
              assertFalse(gets("read"));
              return clock() - met > 2 * RENEWED + SHORT;
            });
    reader.close();
  }

  /** Else the place of a dead attempt would keep the next one waiting for as long as it says. */
  @Test
  void aPlaceThatEndsTooLateIsCut() {
    a.take("n");
    a.join("n", a.attempt(SpiClient.LEASE), SpiClient.PLACE);
    String next = b.attempt(SpiClient.LEASE);
    b.join("n", next, SpiClient.PLACE);
    setTheClockBack();
    assertInstanceOf(Standing.Queued.class, b.keepPlace("n", next, SpiClient.PLACE));
    long latest = clock() + 60_000;
    assertEquals(0, number("SELECT COUNT(*) FROM holdfast_queue WHERE expires_ms > " + latest));
    assertEquals(2, number("SELECT COUNT(*) FROM holdfast_queue"));
  }
}
