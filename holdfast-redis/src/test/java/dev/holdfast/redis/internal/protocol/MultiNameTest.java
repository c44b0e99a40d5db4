package dev.holdfast.redis.internal.protocol;

import static dev.holdfast.redis.VerbsForTests.answer;
import static dev.holdfast.redis.VerbsForTests.refusal;
import static dev.holdfast.redis.internal.port.ScriptedPort.bytes;
import static dev.holdfast.redis.internal.port.ScriptedPort.error;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.holdfast.redis.ListenerForTests;
import dev.holdfast.redis.VerbsForTests;
import dev.holdfast.redis.internal.port.Script;
import dev.holdfast.redis.internal.port.ScriptedPort;
import dev.holdfast.spi.AcquireRequest;
import dev.holdfast.spi.ClientIdentity;
import dev.holdfast.spi.KeepAlive;
import dev.holdfast.spi.Mode;
import dev.holdfast.spi.ReleaseRequest;
import dev.holdfast.spi.Standing;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletionStage;
import org.junit.jupiter.api.Test;

/** The words of the verbs for several names, and what their replies become. */
class MultiNameTest {
  private static final String ONE = "c/host/1/n/1";
  private static final String TWO = "c/host/1/n/2";
  private static final String THREE = "c/host/1/n/3";
  private static final long STAMP = 1_763_670_113_000_000L;
  private static final Standing NOTHING = new Standing.Absent(0, null, false);

  private final ScriptedPort port = new ScriptedPort();
  private final RedisSession session =
      new RedisSession(
          port,
          RedisSite.of("redis://h:1", port),
          UptimePolicy.AT_ONCE,
          new ClientIdentity("c/host/1/n", "ns"),
          new ListenerForTests());

  private static List<AcquireRequest> requests(boolean waits) {
    return List.of(
        new AcquireRequest("a", ONE, Mode.EXCLUSIVE, waits, 30_000, 3_000, 6_000, 17),
        new AcquireRequest("b", TWO, Mode.SHARED, waits, 40_000, 3_000, 6_000, 17),
        new AcquireRequest("c", THREE, Mode.COUNTED, waits, 30_000, 3_000, 6_000, 17, 2, 4));
  }

  private static List<Object> standing(long kind, long left, String attempt) {
    return List.of(kind, STAMP, left, 0L, bytes(attempt));
  }

  private static List<Object> absent(String attempt) {
    return List.of(3L, 0L, bytes(""), 0L, bytes(attempt));
  }

  private static List<Object> queued(String attempt) {
    return List.of(2L, 1L, 5L, bytes("x"), bytes(attempt));
  }

  private CompletionStage<List<Standing>> ask(Object... replies) {
    port.answer(List.of(replies));
    return session.acquireAll(requests(true));
  }

  @Test
  void anAcquireOfSeveralIsOneScriptWithTheWordsOfEach() {
    port.answer(
        List.of(bytes(STAMP + ONE), standing(4, 40_000, TWO), standing(5, 30_000, THREE)),
        List.of(queued(ONE)));
    assertEquals(
        List.of(
            new Standing.Holding(STAMP, 30_000, false),
            new Standing.Holding(STAMP, 40_000, false, Mode.SHARED),
            new Standing.Holding(STAMP, 30_000, false, Mode.COUNTED)),
        answer(session.acquireAll(requests(false))));
    assertEquals(
        List.of(new Standing.Queued(1, 5, "x"), NOTHING, NOTHING),
        answer(session.acquireAll(requests(true))));
    assertSame(Script.ACQUIRE_ALL.digest(), port.calls.get(0).script());
    assertEquals(12, port.calls.get(0).keyCount());
    List<String> words = new ArrayList<>();
    for (String name : List.of("a", "b", "c")) {
      for (String kind : List.of("h", "q", "p", "s")) {
        words.add("hf1:ns:" + kind + ":{" + name + "}");
      }
    }
    words.add("");
    words.addAll(List.of(ONE, "30000", "86430000", "", TWO, "40000", "86440000", "+"));
    words.addAll(List.of(THREE, "30000", "86430000", "+2/4"));
    assertEquals(words, port.words(0));
    words.set(12, "3000 6000 17");
    assertEquals(words, port.words(1));
  }

  @Test
  void whatWasNotLookedAtIsAbsent() {
    assertEquals(
        List.of(new Standing.Holding(STAMP, 30_000, false), new Standing.Mismatched(7), NOTHING),
        answer(ask(bytes(STAMP + ONE), List.of(6L, 7L, bytes(TWO)))));
    assertEquals(
        List.of(NOTHING, NOTHING, NOTHING), answer(ask(absent(ONE), absent(TWO), absent(THREE))));
  }

  @Test
  void theAnswerToAnyOtherRequestIsNone() {
    refusal(ask());
    refusal(ask(absent(ONE), absent(TWO), absent(THREE), absent(THREE)));
    refusal(ask(bytes(STAMP + TWO)));
    refusal(ask(bytes(STAMP + ONE), bytes(STAMP + THREE)));
    refusal(ask(bytes(STAMP + ONE), absent(THREE)));
    refusal(ask(bytes(STAMP + ONE), queued(TWO)));
    assertEquals(6, port.distrusted);
    port.answer(bytes(STAMP + ONE));
    refusal(session.acquireAll(requests(true)));
  }

  @Test
  void aReleaseOfSeveralIsOneScriptAndAnsweredInItsOrder() {
    List<ReleaseRequest> releases =
        List.of(
            new ReleaseRequest("a", ONE, 0, false, 60_000),
            new ReleaseRequest("b", TWO, 9, false, 60_000),
            new ReleaseRequest("c", THREE, -5, true, 70_000));
    port.answer(List.of(1L, 0L, 1L, bytes("1")), List.of(1L, 0L, 1L, bytes("1")));
    assertEquals(List.of(true, false, true), answer(session.releaseAll(releases)));
    assertSame(Script.RELEASE_ALL.digest(), port.calls.get(0).script());
    assertEquals(
        List.of(ONE, "60000", "", "", TWO, "60000", "9", "", THREE, "70000", "0", "1", "1"),
        port.words(0).subList(12, 25));
    refusal(session.releaseAll(releases)); // the answer to the one before
    port.answer(List.of(1L, 0L, bytes("3")), List.of(1L, 2L, 1L, bytes("4")));
    refusal(session.releaseAll(releases));
    refusal(session.releaseAll(releases));
    assertEquals(3, port.distrusted);
  }

  @Test
  void whereThereIsNothingToAskNothingIsAsked() {
    assertEquals(List.of(), answer(session.acquireAll(List.of())));
    assertEquals(List.of(), answer(session.releaseAll(List.of())));
    assertEquals(List.of(), port.calls);
  }

  @Test
  void aRaiseNamesTheLeastStamp() {
    port.answer(List.of(standing(1, 5, ONE), bytes("1")));
    assertEquals(
        List.of(new Standing.Holding(STAMP, 5, false)),
        answer(session.keepAlive(List.of(new KeepAlive.Raise("a", ONE, 30_000, 77)))));
    assertEquals(List.of(ONE, "r 30000 77", "1"), port.words(0).subList(4, 7));
  }

  @Test
  void whatGoesWrongNamesTheFirstAndSaysWhatIsTrueNow() {
    port.answer(error("ERR x"), error("WRONGTYPE x"), new IllegalStateException("broken pipe"));
    assertMessage("acquire 'a' and 2 more on redis://h:1", session.acquireAll(requests(true)));
    assertMessage("no lock was taken", session.acquireAll(requests(true)));
    assertMessage("unknown whether the locks were taken", session.acquireAll(requests(true)));
    List<ReleaseRequest> releases = VerbsForTests.releases(requests(true));
    port.answer(error("WRONGTYPE x"), error("OOM x"));
    assertMessage("release 'a' and 2 more", session.releaseAll(releases.subList(0, 3)));
    assertMessage("no lock was released", session.releaseAll(releases));
    port.answer(error("WRONGTYPE x"));
    assertMessage("unknown which locks were released", session.releaseAll(releases));
    port.answer(error("ERR x"));
    assertMessage("acquire 'a' on", session.acquireAll(requests(true).subList(0, 1)));
  }

  private static void assertMessage(String words, CompletionStage<?> failed) {
    String message = refusal(failed).getMessage();
    assertTrue(message.contains(words), message);
  }
}
