package dev.holdfast.redis;

import static dev.holdfast.redis.VerbsForTests.answer;
import static dev.holdfast.redis.VerbsForTests.refusal;
import static java.nio.charset.StandardCharsets.UTF_8;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTimeoutPreemptively;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.holdfast.DistributedLock;
import dev.holdfast.Holdfast;
import dev.holdfast.Lease;
import dev.holdfast.StoreException;
import dev.holdfast.redis.internal.port.Script;
import dev.holdfast.servers.RedisServer;
import dev.holdfast.spi.KeepAlive;
import dev.holdfast.spi.LockStore;
import dev.holdfast.spi.Standing;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Set;
import java.util.UUID;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.function.ThrowingSupplier;

/**
 * Names that a server whose clock was past May 2041 has granted: no token can be made of the stamps
 * that follow. Asked through an adapter.
 */
public abstract class RedisLateClockTests extends AdapterTests {
  private static final long LAST = Long.MAX_VALUE / 4096 - 1;
  private static final Duration SOON = Duration.ofSeconds(10);

  private final RedisServer server = RedisServer.shared();
  private final String namespace = "t-" + UUID.randomUUID();
  private LockStore store;

  @BeforeEach
  void openStore() {
    store = store(server.url());
  }

  @AfterEach
  void closeStore() {
    store.close();
  }

  private String key(String name) {
    return "hf1:" + namespace + ":h:{" + name + "}";
  }

  private void grantedLast(String name, long stamp) {
    server.ask("SET", key(name), String.valueOf(stamp), "PX", 60_000);
  }

  @Test
  void itIsSaidAndNothingHangs() {
    try (Holdfast holdfast = Holdfast.builder(store).namespace(namespace).build()) {
      DistributedLock lock = holdfast.mutex("n");
      for (long stamp : new long[] {8_999_999_999_999_998L, LAST + 1, LAST}) {
        grantedLast("n", stamp);
        assertSaid("acquire 'n' on ", lock::tryAcquire);
        assertSaid("acquire 'n' on ", lock::acquire);
        assertSaid("acquire 'n' on ", () -> lock.tryAcquire(Duration.ofSeconds(5)));
      }
      Awaitility.await("what was granted is given back").until(() -> holdfast.names(10).isEmpty());
      grantedLast("n", LAST - 2);
      lock.tryAcquire().orElseThrow().close();
      assertTrue(holdfast.mutex("other").tryAcquire().isPresent(), "other names are not concerned");
    }
  }

  /**
   * As on the other stores: what a server with such a clock has handed on keeps no name for ever.
   */
  @Test
  void aBreakPutsRightAStampThatNoneCanFollow() throws InterruptedException {
    try (Holdfast holdfast = Holdfast.builder(store).namespace(namespace).build()) {
      long before = holdfast.mutex("n").call(Lease::token);
      grantedLast("n", LAST - 1);
      assertFalse(holdfast.breakHold("n"), "one more can be granted");
      for (long stamp : new long[] {LAST, LAST + 1, 8_999_999_999_999_998L}) {
        grantedLast("n", stamp);
        assertTrue(holdfast.breakHold("n"));
        assertFalse(holdfast.breakHold("n"), "nothing is left to do");
        assertTrue(holdfast.mutex("n").call(Lease::token) > before);
      }
      server.ask("SET", key("n"), LAST + " n dead/h/1/n/30000-1 " + LAST + " ", "PX", 60_000);
      assertTrue(holdfast.breakHold("n"));
      assertTrue(holdfast.mutex("n").call(Lease::token) > before);
    }
  }

  @Test
  void aStampThatMakesNoTokenIsNotWritten() {
    try (VerbsForTests a = new VerbsForTests(store, namespace)) {
      for (boolean waits : new boolean[] {false, true}) {
        grantedLast("n", LAST);
        assertNoToken(refusal(a.session.acquire(VerbsForTests.request("n", a.attempt(), waits))));
        assertEquals(String.valueOf(LAST), server.ask("GET", key("n")), "as it was");
        assertNoToken(refusal(a.session.acquireAll(a.requests(waits, "l", "n"))));
        assertEquals(String.valueOf(LAST), server.ask("GET", key("n")), "as it was");
        assertNull(server.ask("GET", key("l")), "as it was");
      }
    }
  }

  /** What a script answers on a server whose clock says this. */
  private Object at(String seconds, Script script, int keys, String... words) {
    String clock =
        """
        local redis = setmetatable({call = function(command, ...)
          if command == 'TIME' then return {'%s', '0'} end
          return redis.call(command, ...)
        end}, {__index = redis})
        """
            .formatted(seconds);
    List<Object> command = new ArrayList<>();
    command.add("EVAL");
    command.add(clock + new String(script.source(), UTF_8));
    command.add(keys);
    for (String kind : List.of("h", "q", "p", "s").subList(0, keys)) {
      command.add("hf1:" + namespace + ":" + kind + ":{n}");
    }
    command.addAll(List.of(words));
    return server.ask(command.toArray());
  }

  /** From the year 2286 on, the stamps have a digit more. */
  @Test
  void afterAnyYearPastMay2041TheNameCanBeHadAgain() {
    String attempt = "c/h/1/n/30000-123456789012";
    try (VerbsForTests a = new VerbsForTests(store, namespace)) {
      for (String seconds : List.of("2251799814", "9999999999", "10000000000", "99999999999")) {
        long stamp = Long.parseLong(seconds) * 1_000_000;
        List<Object> told = List.of(1L, stamp, 0L, 0L, "123456789012");
        assertEquals(
            Arrays.asList(null, "7"), at(seconds, Script.ACQUIRE_EACH, 1, attempt, "30000", "7"));
        assertEquals(told, at(seconds, Script.ACQUIRE, 4, attempt, "30000", "86430000", ""));
        assertEquals(
            List.of(told),
            at(seconds, Script.ACQUIRE_ALL, 4, "", attempt, "30000", "86430000", ""));
        String held = a.take("n"); // the clock is right again
        assertTrue(a.release("n", held));
        server.ask("DEL", key("n"));
      }
    }
  }

  /** The last stamp is the first of the queue's: what it holds by it is written down. */
  @Test
  void whatTheQueueWasGrantedBeforeIsKept() {
    try (VerbsForTests a = new VerbsForTests(store, namespace);
        VerbsForTests b = new VerbsForTests(store, namespace)) {
      String held = a.take("n");
      answer(b.session.acquire(VerbsForTests.share("n", b.attempt(), true)));
      server.ask("SET", key("n"), LAST - 1 + " w " + held + " 1", "PX", 60_000);
      assertNoToken(refusal(a.session.acquire(VerbsForTests.share("n", a.attempt(), false))));
      Standing.Absent refused =
          assertInstanceOf(
              Standing.Absent.class,
              answer(a.session.acquire(VerbsForTests.request("n", a.attempt(), false))));
      assertFalse(refused.holder() == null, "it is held");
    }
  }

  private static void assertNoToken(StoreException refusal) {
    assertTrue(refusal.getMessage().contains("no token"), refusal.getMessage());
  }

  private static void assertSaid(String asked, ThrowingSupplier<?> call) {
    StoreException said =
        assertTimeoutPreemptively(SOON, () -> assertThrows(StoreException.class, call::get));
    String message = said.getMessage();
    assertTrue(message.contains(asked), message);
    assertTrue(message.contains("no token can be made of stamp"), message);
    assertTrue(message.contains("May 2041"), message);
    assertFalse(said.isTransient(), "asking again does not help");
  }

  @Test
  void itIsTheTroubleOfThatNameAlone() {
    try (VerbsForTests a = new VerbsForTests(store, namespace);
        VerbsForTests b = new VerbsForTests(store, namespace)) {
      String good = a.take("good");
      String held = b.take("n");
      String waiting = a.join("n");
      String record = (String) server.ask("GET", key("n"));
      server.ask("SET", key("n"), LAST + record.substring(16), "KEEPTTL");
      assertTrue(b.release("n", held));
      List<Standing> batch =
          answer(
              a.session.keepAlive(
                  List.of(
                      new KeepAlive.Place("n", waiting, 10_000, 2),
                      new KeepAlive.Hold("good", good, 60_000, false))));
      Standing.Unknown unknown = assertInstanceOf(Standing.Unknown.class, batch.get(0));
      assertTrue(unknown.error().getMessage().contains("no token"), unknown.error().getMessage());
      assertInstanceOf(Standing.Holding.class, batch.get(1));
      assertTrue(refusal(a.session.inspect("n")).getMessage().contains("no token"));
      assertTrue(
          refusal(a.session.acquire(VerbsForTests.request("n", waiting, true)))
              .getMessage()
              .contains("no token"));
      assertEquals(Set.of(), a.listener.granted, "a push of it is passed over");
      assertTrue(a.release("n", waiting));
      grantedLast("m", LAST);
      StoreException several = refusal(a.session.acquireAll(a.requests(false, "l", "m")));
      assertTrue(several.getMessage().contains("no token"), several.getMessage());
    }
  }
}
