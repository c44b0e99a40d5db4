package dev.holdfast.redis.internal.protocol;

import static dev.holdfast.redis.VerbsForTests.answer;
import static dev.holdfast.redis.VerbsForTests.refusal;
import static dev.holdfast.redis.internal.port.ScriptedPort.bytes;
import static dev.holdfast.redis.internal.port.ScriptedPort.error;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.holdfast.StoreException;
import dev.holdfast.redis.ListenerForTests;
import dev.holdfast.redis.internal.port.Script;
import dev.holdfast.redis.internal.port.ScriptedPort;
import dev.holdfast.spi.AcquireRequest;
import dev.holdfast.spi.ClientIdentity;
import dev.holdfast.spi.KeepAlive;
import dev.holdfast.spi.Mode;
import dev.holdfast.spi.ReleaseRequest;
import dev.holdfast.spi.Standing;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.OptionalLong;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/** The words of each verb's script, and what its replies become. */
class RedisSessionTest {
  private static final String ATTEMPT = "c/host/1/n/1";
  private static final List<String> KEYS =
      List.of("hf1:ns:h:{a}", "hf1:ns:q:{a}", "hf1:ns:p:{a}", "hf1:ns:s:{a}");
  private static final List<Object> ABSENT = List.of(3L, 0L, bytes(""), 0L, bytes(ATTEMPT));

  private final ScriptedPort port = new ScriptedPort();
  private final RedisSession session =
      new RedisSession(
          port,
          RedisSite.of("redis://h:1", port),
          UptimePolicy.AT_ONCE,
          new ClientIdentity("c/host/1/n", "ns"),
          new ListenerForTests());

  private void assertSent(int call, Script script, String... arguments) {
    List<String> words = new ArrayList<>(KEYS);
    words.addAll(List.of(arguments));
    assertEquals(words, port.words(call));
    assertSame(script.digest(), port.calls.get(call).script());
    assertEquals(4, port.calls.get(call).keyCount());
  }

  private static AcquireRequest acquire(boolean waits) {
    return new AcquireRequest("a", ATTEMPT, Mode.EXCLUSIVE, waits, 30_000, 3_000, 6_000, 17);
  }

  @Test
  void anAcquireSaysForHowLongAndHowItWaits() {
    port.answer(
        bytes("1763670113000000" + ATTEMPT), List.of(2L, 1L, 5L, bytes(ATTEMPT), bytes(ATTEMPT)));
    assertEquals(
        new Standing.Holding(1_763_670_113_000_000L, 30_000, false),
        answer(session.acquire(acquire(false))));
    assertEquals(new Standing.Queued(1, 5, ATTEMPT), answer(session.acquire(acquire(true))));
    assertSent(0, Script.ACQUIRE, ATTEMPT, "30000", "86430000", "");
    assertSent(1, Script.ACQUIRE, ATTEMPT, "30000", "86430000", "3000 6000 17");
  }

  /** A server's uptime counts whole seconds of its clock, and so a second too much at most. */
  @Test
  void aMemberOfAQuorumIsToldHowOldItMustBe() {
    RedisSession member =
        new RedisSession(
            port,
            RedisSite.of("redis://h:1", port),
            UptimePolicy.after(Duration.ofMillis(1_500)),
            new ClientIdentity("c/host/1/n", "ns"),
            new ListenerForTests());
    port.answer(
        error("YOUNG 2"),
        List.of(List.of(2L, 1L, 5L, bytes(ATTEMPT), bytes(ATTEMPT)), bytes("1")),
        List.of(ABSENT, bytes("2")));
    assertTrue(refusal(member.acquire(acquire(false))).isTransient());
    assertSent(0, Script.ACQUIRE_AGED, ATTEMPT, "30000", "86430000", "", "0", "3");
    List<Standing> unused =
        answer(member.keepAlive(List.of(new KeepAlive.Place("a", ATTEMPT, 6_000, 1))));
    assertSent(1, Script.KEEP_ALIVE_AGED, ATTEMPT, "p 6000 1", "1", "3");
    unused = answer(member.keepAlive(List.of(new KeepAlive.Hold("a", ATTEMPT, 30_000, false))));
    assertSent(2, Script.KEEP_ALIVE, ATTEMPT, "h 30000", "2");
  }

  @Test
  void theClockIsThatOfTheNamesServer() {
    byte[] key = new Keys("ns").hold("a");
    port.answer(List.of(1_763_670_113_456L, key), List.of(1L, bytes("another's")));
    assertEquals(OptionalLong.of(1_763_670_113_456L), answer(session.clock("a")));
    assertSame(Script.CLOCK.digest(), port.calls.get(0).script());
    refusal(session.clock("a"));
  }

  @Test
  void anAcquireSaysThatItsHoldIsToBeShared() {
    port.answer(
        List.of(4L, 1_763_670_113_000_000L, 30_000L, 0L, bytes(ATTEMPT)),
        List.of(2L, 1L, 5L, bytes(ATTEMPT), bytes(ATTEMPT)));
    assertEquals(
        new Standing.Holding(1_763_670_113_000_000L, 30_000, false, Mode.SHARED),
        answer(session.acquire(share(false))));
    assertEquals(new Standing.Queued(1, 5, ATTEMPT), answer(session.acquire(share(true))));
    assertSent(0, Script.ACQUIRE, ATTEMPT, "30000", "86430000", "", "+");
    assertSent(1, Script.ACQUIRE, ATTEMPT, "30000", "86430000", "3000 6000 17", "+");
  }

  @Test
  void anAcquireOfPermitsSaysHowManyOfHowMany() {
    port.answer(
        List.of(5L, 1_763_670_113_000_000L, 30_000L, 0L, bytes(ATTEMPT)),
        List.of(6L, 5L, bytes(ATTEMPT)));
    AcquireRequest asked =
        new AcquireRequest(
            "a", ATTEMPT, Mode.COUNTED, false, 30_000, 3_000, 6_000, 17, /* permits */ 2, 4);
    assertEquals(
        new Standing.Holding(1_763_670_113_000_000L, 30_000, false, Mode.COUNTED),
        answer(session.acquire(asked)));
    assertEquals(new Standing.Mismatched(5), answer(session.acquire(asked)));
    assertSent(0, Script.ACQUIRE, ATTEMPT, "30000", "86430000", "", "+2/4");
  }

  private static AcquireRequest share(boolean waits) {
    return new AcquireRequest("a", ATTEMPT, Mode.SHARED, waits, 30_000, 3_000, 6_000, 17);
  }

  @Test
  void aChangeNamesTheHoldsStamp() {
    List<Object> shared = List.of(4L, 9L, 5L, 1L, bytes(ATTEMPT));
    List<Object> alone = List.of(1L, 9L, 5L, 1L, bytes(ATTEMPT));
    port.answer(List.of(shared, alone, bytes("1")));
    assertEquals(
        List.of(
            new Standing.Holding(9, 5, true, Mode.SHARED),
            new Standing.Holding(9, 5, true, Mode.EXCLUSIVE)),
        answer(
            session.keepAlive(
                List.of(
                    new KeepAlive.Change("a", ATTEMPT, 30_000, 7, Mode.SHARED),
                    new KeepAlive.Change("a", ATTEMPT, 40_000, 8, Mode.EXCLUSIVE)))));
    List<String> words = port.words(0);
    assertEquals(
        List.of(ATTEMPT, "+ 30000 7", ATTEMPT, "x 40000 8", "1"), words.subList(8, words.size()));
  }

  @Test
  void aPlainReleaseIsShortAndAnyOtherSaysWhatIsToBeKept() {
    port.answer(1L, 0L, 1L);
    assertTrue(answer(session.release(new ReleaseRequest("a", ATTEMPT, 0, false, 60_000))));
    assertFalse(answer(session.release(new ReleaseRequest("a", ATTEMPT, -5, true, 60_000))));
    assertTrue(answer(session.release(new ReleaseRequest("a", ATTEMPT, 9, false, 60_000))));
    assertSent(0, Script.RELEASE, ATTEMPT, "60000");
    assertSent(1, Script.RELEASE, ATTEMPT, "60000", "0", "1");
    assertSent(2, Script.RELEASE, ATTEMPT, "60000", "9", "0");
  }

  @Test
  void inspectingBreakingAndResizingNameTheNameAndLittleElse() {
    port.answer(List.of(List.of(), List.of(), 0L, bytes(KEYS.get(0))), 1L, 4L);
    assertFalse(answer(session.inspect("a")).isHeld());
    assertTrue(answer(session.breakHold("a")));
    assertEquals(4, answer(session.resize("a", 4, 7)));
    assertSent(0, Script.INSPECT);
    assertSent(1, Script.BREAK, "300000");
    assertSent(2, Script.RESIZE, "7", "4");
  }

  @Test
  void aReductionStatesTheAttemptAndWhatItHasLeft() {
    port.answer(1L, 0L);
    assertTrue(answer(session.reduce("a", ATTEMPT, 3)));
    assertFalse(answer(session.reduce("a", ATTEMPT, 3)));
    assertSent(0, Script.REDUCE, ATTEMPT, "3");
    assertSent(1, Script.REDUCE, ATTEMPT, "3");
  }

  @Test
  void renewalsAndPlacesShareAScript() {
    port.answer(List.of(ABSENT, absent("c/host/1/n/2"), absent("c/host/1/n/3"), bytes("1")));
    List<Standing> standings =
        answer(
            session.keepAlive(
                List.of(
                    new KeepAlive.Hold("a", ATTEMPT, 30_000, false),
                    new KeepAlive.Hold("b", "c/host/1/n/2", 40_000, true),
                    new KeepAlive.Place("c", "c/host/1/n/3", 6_000, 17))));
    assertEquals(3, standings.size());
    List<String> words = port.words(0);
    assertEquals(12, port.calls.get(0).keyCount());
    assertEquals(List.of("hf1:ns:h:{a}", "hf1:ns:h:{b}", "hf1:ns:h:{c}"), words.subList(0, 3));
    assertEquals(KEYS.subList(1, 4), words.subList(3, 6));
    assertEquals("hf1:ns:s:{c}", words.get(11));
    assertEquals(
        List.of(ATTEMPT, "h 30000", "c/host/1/n/2", "s 40000", "c/host/1/n/3", "p 6000 17", "1"),
        words.subList(12, 19));
  }

  private static List<Object> absent(String attempt) {
    return List.of(3L, 0L, bytes(""), 0L, bytes(attempt));
  }

  private static List<KeepAlive> many(int count) {
    return IntStream.range(0, count)
        .<KeepAlive>mapToObj(i -> new KeepAlive.Hold("n" + i, ATTEMPT, 9, false))
        .toList();
  }

  private static List<Object> standings(int count, long left, int batch) {
    List<Object> list = new ArrayList<>();
    for (int i = 0; i < count; i++) {
      list.add(List.of(3L, left, bytes(""), 0L, bytes(ATTEMPT)));
    }
    list.add(bytes("" + batch));
    return list;
  }

  @Test
  void manyAreSentInScriptsOfFortyEightAndAnsweredInTheirOrder() {
    assertEquals(List.of(), answer(session.keepAlive(List.of())));
    assertEquals(0, port.calls.size());
    port.answer(standings(48, 1, 2));
    assertEquals(48, answer(session.keepAlive(many(48))).size());
    assertEquals(List.of(1), port.batches, "on the way of renewals, which waits behind nothing");
    port.answer(standings(48, 1, 3), standings(48, 2, 3), standings(1, 3, 3));
    List<Standing> standings = answer(session.keepAlive(many(97)));
    assertEquals(List.of(1, 3), port.batches);
    assertEquals(97, standings.size());
    assertEquals(new Standing.Absent(1, null, false), standings.get(47));
    assertEquals(new Standing.Absent(2, null, false), standings.get(48));
    assertEquals(new Standing.Absent(2, null, false), standings.get(95));
    assertEquals(new Standing.Absent(3, null, false), standings.get(96));
    assertEquals("hf1:ns:h:{n96}", port.words(3).get(0));
    assertEquals(7, port.words(3).size());
  }

  @Test
  void ofManyOnlyTheNamesOfTheScriptThatFailedAreUnknown() {
    port.answer(standings(48, 1, 1), error("LOADING x"), standings(1, 3, 1));
    List<Standing> standings = answer(session.keepAlive(many(97)));
    assertEquals(new Standing.Absent(1, null, false), standings.get(0));
    assertEquals(new Standing.Absent(3, null, false), standings.get(96));
    for (Standing each : standings.subList(48, 96)) {
      StoreException unknown = ((Standing.Unknown) each).error();
      assertTrue(unknown.getMessage().contains("keep 97 holds"), unknown.getMessage());
      assertTrue(unknown.getMessage().contains("no hold was renewed"), unknown.getMessage());
    }
    port.answer(error("LOADING x"), error("LOADING y"), error("LOADING z"));
    assertTrue(refusal(session.keepAlive(many(97))).getMessage().contains("'LOADING x'"));
  }

  @Test
  void aReplyOfAnotherLengthIsNone() {
    port.answer(standings(2, 1, 1));
    refusal(session.keepAlive(many(1)));
    port.answer(standings(48, 1, 2), standings(2, 1, 2));
    StoreException odd = refusal(session.keepAlive(many(49)));
    assertTrue(odd.isTransient());
    assertTrue(odd.getMessage().contains("a list of 3 elements"), odd.getMessage());
  }

  /** Else a renewal that never arrived would seem to have succeeded. */
  @Test
  void theAnswerToAnEarlierRenewalIsNone() {
    port.answer(standings(1, 1, 1), standings(1, 1, 1), standings(1, 1, 3));
    assertEquals(1, answer(session.keepAlive(many(1))).size());
    refusal(session.keepAlive(many(1)));
    assertEquals(1, answer(session.keepAlive(many(1))).size());
  }

  /** What answers another call puts every later answer on that connection out of step. */
  @Test
  void whoAnswersWhatWasNotAskedIsNotTrusted() {
    port.answer(bytes("1763670113000000d/host/2/n/7"), standings(1, 1, 9), error("LOADING x"), 2L);
    refusal(session.acquire(acquire(true)));
    assertEquals(1, port.distrusted);
    refusal(session.keepAlive(many(1)));
    assertEquals(2, port.distrusted);
    refusal(session.acquire(acquire(true)));
    assertEquals(2, port.distrusted, "an error is an answer");
    refusal(session.release(new ReleaseRequest("a", ATTEMPT, 0, false, 60_000)));
    assertEquals(3, port.distrusted);
  }

  @Test
  void whateverGoesWrongIsAStoreExceptionThatNamesTheName() {
    port.answer(error("ERR x"), new IllegalStateException("broken pipe"), 7L, error("ERR x"), 5L);
    assertMessage("acquire 'a' on redis://h:1", session.acquire(acquire(true)));
    assertMessage("acquire 'a' on redis://h:1: no answer", session.acquire(acquire(true)));
    assertMessage("what no Holdfast script answers, 7", session.inspect("a"));
    assertMessage("break the hold on 'a'", session.breakHold("a"));
    assertMessage(
        "release 'a'", session.release(new ReleaseRequest("a", ATTEMPT, 0, false, 60_000)));
    assertMessage("half a surrogate pair", session.inspect("\ud83d"));
    port.answer(error("ERR x"));
    assertMessage("list the names", session.names(1));
    port.answer(error("ERR x"));
    assertMessage("inspect 'a'", session.inspect("a"));
    port.answer(error("ERR x"));
    assertMessage("keep 1 holds and queue places alive", session.keepAlive(many(1)));
  }

  private static void assertMessage(String words, java.util.concurrent.CompletionStage<?> failed) {
    String message = refusal(failed).getMessage();
    assertTrue(message.contains(words), message);
  }

  /** It waits for a quarter of a second at most, so it may have to be watched more than once. */
  @Test
  void aSessionBeginsWhenItsSubscriptionStandsOrALittleLater() throws Exception {
    boolean seen = false;
    for (int i = 0; i < 50 && !seen; i++) {
      ScriptedPort slow = new ScriptedPort();
      slow.subscribesAtOnce = false;
      Thread opening =
          new Thread(
              () ->
                  new RedisSession(
                      slow,
                      RedisSite.of("redis://h:1", port),
                      UptimePolicy.AT_ONCE,
                      new ClientIdentity("c/host/1/n", "ns"),
                      new ListenerForTests()));
      opening.start();
      while (opening.isAlive() && opening.getState() != Thread.State.TIMED_WAITING) {
        Thread.onSpinWait();
      }
      seen = opening.isAlive();
      if (seen) {
        slow.sink.subscribed();
      }
      opening.join();
    }
    assertTrue(seen, "it never waited for its subscription");
  }

  @Test
  void aClosedSessionAsksNothingAndListensToNothing() {
    assertEquals(List.of("hf1:ns:c:c/host/1/n"), port.channels);
    session.close();
    assertEquals(List.of(), port.channels);
    port.channels.add("hf1:ns:c:c/host/1/n"); // a later session's
    session.close();
    assertEquals(1, port.channels.size());
    assertFalse(port.closed, "other sessions use it");
    StoreException closed = refusal(session.inspect("a"));
    assertTrue(closed.getMessage().contains("the session is closed"), closed.getMessage());
    assertFalse(closed.isTransient());
    assertEquals(0, port.calls.size());
  }
}
