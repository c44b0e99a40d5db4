package dev.holdfast.redis.internal.protocol;

import static dev.holdfast.redis.VerbsForTests.answer;
import static dev.holdfast.redis.VerbsForTests.refusal;
import static dev.holdfast.redis.internal.port.ScriptedPort.bytes;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.holdfast.StoreException;
import dev.holdfast.redis.ListenerForTests;
import dev.holdfast.redis.internal.port.ScriptedPort;
import dev.holdfast.spi.ClientIdentity;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** The walk over the keys of a server: who is held or waited for, once each, up to a limit. */
class NameScanTest {
  private final ScriptedPort port = new ScriptedPort();
  private final RedisSession session =
      new RedisSession(
          port,
          RedisSite.of("redis://h:1", port),
          UptimePolicy.AT_ONCE,
          new ClientIdentity("c/host/1/n", "ns"),
          new ListenerForTests());

  private static List<Object> page(String next, String... names) {
    List<Object> keys = new ArrayList<>();
    for (String name : names) {
      keys.add(bytes(name.startsWith("hf1:") ? name : "hf1:ns:h:{" + name + "}"));
    }
    return List.of(bytes(next), keys);
  }

  private static List<Object> waiters(String name, String... attempts) {
    return info(name, List.of(), Stream.of(attempts).map(ScriptedPort::bytes).toList());
  }

  private static List<Object> info(String name, List<?> holds, List<?> waiters) {
    return List.of(holds, waiters, 0L, bytes("hf1:ns:h:{" + name + "}"));
  }

  @Test
  void aWalkEndsWithTheLastPage() {
    port.answer(page("7"), page("9", "a", "b"), List.of(1L, 0L), page("0", "c"), List.of(1L));
    assertEquals(List.of("a", "c"), answer(session.names(10)));
    assertEquals(List.of("0", "7", "9"), port.cursors);
    assertEquals("hf1:ns:h:{*", port.patterns.get(2));
    assertEquals(List.of("hf1:ns:h:{a}", "hf1:ns:h:{b}"), port.words(0));
    assertEquals(2, port.calls.get(0).keyCount());
  }

  @Test
  void aWalkGoesOnWhereverTheAnswersArrive() {
    port.isAsynchronous = true;
    port.answer(page("7", "a"), List.of(1L), page("9"), page("0", "b"), List.of(1L));
    assertEquals(List.of("a", "b"), answer(session.names(10)));
    assertEquals(List.of("0", "7", "9"), port.cursors);
  }

  @Test
  void aNameIsToldOnceAndNoMoreThanWereAsked() {
    port.answer(page("7", "a", "b"), List.of(1L, 1L), page("9", "a", "c"), List.of(1L, 1L));
    assertEquals(List.of("a", "b", "c"), answer(session.names(3)));
    assertEquals(List.of("0", "7"), port.cursors, "it ends when there are enough");
    port.answer(page("7", "a", "b", "c"), List.of(1L, 1L, 1L));
    assertEquals(List.of("a", "b"), answer(session.names(2)));
  }

  @Test
  void whoAsksForNoneAsksNothing() {
    assertEquals(List.of(), answer(session.names(0)));
    assertEquals(List.of(), answer(session.names(-1)));
    assertEquals(List.of(), port.cursors);
  }

  @Test
  void aFreeNameIsToldIfSomebodyWaitsForIt() {
    port.answer(
        page("0", "a", "b", "c"), List.of(2L, 1L, 2L), waiters("a", "d/h/1/n/1"), waiters("c"));
    assertEquals(List.of("b", "a"), answer(session.names(10)));
    assertEquals(List.of(2), port.batches);
    assertEquals("hf1:ns:h:{a}", port.words(1).get(0));
    assertEquals("hf1:ns:h:{c}", port.words(2).get(0));
    assertEquals(4, port.calls.get(2).keyCount());
  }

  @Test
  void aNameIsToldIfSharedHoldsAreLeft() {
    List<Object> hold = List.of(7L, 5L, bytes("d/h/1/n/1"), 1L, 0L);
    port.answer(page("0", "a"), List.of(2L), info("a", List.of(hold), List.of()));
    assertEquals(List.of("a"), answer(session.names(10)));
  }

  @Test
  void keysOfOthersAreNoNames() {
    port.answer(page("0", "hf1:ms:h:{a}", "hf1:ns:h:{b}x", "c"), List.of(1L, 2L, 1L));
    assertEquals(List.of("c"), answer(session.names(10)));
  }

  @Test
  void aReplyOfAnotherLengthIsNone() {
    port.answer(page("0", "a", "b"), List.of(1L));
    StoreException odd = refusal(session.names(10));
    assertTrue(odd.getMessage().contains("a list of 1 elements"), odd.getMessage());
  }

  @Test
  void aWalkThatFailsInTheMiddleFails() {
    port.answer(page("7", "a"), List.of(1L), ScriptedPort.error("LOADING x"));
    assertTrue(refusal(session.names(10)).getMessage().contains("LOADING x"));
  }

  @Test
  void manyPagesNeedNoDeepStack() {
    int pages = 20_000;
    for (int i = 1; i < pages; i++) {
      port.answer(page("" + i));
    }
    port.answer(page("0", "a"), List.of(1L));
    assertEquals(List.of("a"), answer(session.names(10)));
    assertEquals(pages, port.cursors.size());
  }
}
