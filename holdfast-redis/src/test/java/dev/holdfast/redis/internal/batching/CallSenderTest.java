package dev.holdfast.redis.internal.batching;

import static dev.holdfast.redis.internal.port.ScriptedPort.bytes;
import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.holdfast.redis.internal.port.RedisReplyException;
import dev.holdfast.redis.internal.port.Replies;
import dev.holdfast.redis.internal.port.Script;
import dev.holdfast.redis.internal.port.ScriptCall;
import dev.holdfast.redis.internal.port.ScriptSender;
import dev.holdfast.redis.internal.port.ScriptedPort;
import dev.holdfast.redis.internal.protocol.Keys;
import dev.holdfast.redis.internal.protocol.UptimePolicy;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.CompletionException;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/** Which parcels share a script, what its words are, and whose each answer is. */
class CallSenderTest {
  private static final Keys KEYS = new Keys("");
  private static final UptimePolicy GRANTING = UptimePolicy.after(Duration.ofSeconds(6));

  private final ScriptedPort port = new ScriptedPort();
  private final CallSender sender = new CallSender(port, false);

  private static byte[][] words(String name, String... arguments) {
    byte[][] words = new byte[Keys.PER_NAME + arguments.length][];
    KEYS.put(name, words, 0);
    for (int i = 0; i < arguments.length; i++) {
      words[Keys.PER_NAME + i] = bytes(arguments[i]);
    }
    return words;
  }

  private static PendingCall acquire(String name) {
    byte[][] words = words(name, "of " + name, "60000", "86460000", "claim place sent");
    return new PendingCall(GRANTING.acquire(Keys.PER_NAME, words, 17));
  }

  private static PendingCall share(String name) {
    byte[][] words = words(name, "of " + name, "60000", "86460000", "", "+");
    return new PendingCall(GRANTING.acquire(Keys.PER_NAME, words, 17));
  }

  private static PendingCall release(String name) {
    byte[][] words = words(name, "of " + name, "30000");
    return new PendingCall(new ScriptCall(Script.RELEASE, Keys.PER_NAME, words));
  }

  private static PendingCall overtake(String name) {
    byte[][] words = words(name, "of " + name, "30000", "0", "1");
    return new PendingCall(new ScriptCall(Script.RELEASE, Keys.PER_NAME, words));
  }

  private static Object answerTo(PendingCall pending) {
    return pending.answer().join();
  }

  private static Throwable failureOf(PendingCall pending) {
    assertTrue(pending.answer().isDone(), "nobody will ever hear of it");
    return assertThrows(CompletionException.class, pending.answer()::join).getCause();
  }

  private void assertSent(int call, Script script, int keys, String arguments) {
    ScriptCall sent = port.calls.get(call);
    assertArrayEquals(script.digest(), sent.script());
    assertEquals(keys, sent.keyCount());
    List<String> words = port.words(call);
    assertEquals(arguments, String.join("|", words.subList(keys, words.size())));
  }

  @Test
  void acquiresShareAScript() {
    PendingCall a = acquire("a");
    PendingCall b = acquire("b");
    port.answer(List.of(bytes("grant of a"), bytes("grant of b"), bytes("1")));
    sender.carry(List.of(a, b));
    assertSent(0, Script.ACQUIRE_EACH_AGED, 2, "of a|60000|17|of b|60000|17|1|7");
    assertEquals(List.of("hf1::h:{a}", "hf1::h:{b}"), port.words(0).subList(0, 2));
    assertArrayEquals(bytes("grant of a"), (byte[]) answerTo(a));
    assertArrayEquals(bytes("grant of b"), (byte[]) answerTo(b));
  }

  @Test
  void releasesShareAScript() {
    PendingCall a = release("a");
    PendingCall b = release("b");
    port.answer(List.of(1L, 1L, bytes("1")));
    sender.carry(List.of(a, b));
    assertSent(0, Script.RELEASE_EACH, 2, "of a|of b|1");
    assertEquals(List.of("hf1::h:{a}", "hf1::h:{b}"), port.words(0).subList(0, 2));
    assertEquals(1L, answerTo(a));
    assertEquals(1L, answerTo(b));
    assertEquals(List.of(1), port.batches);
  }

  @Test
  void whatIsNotFreeIsAskedForAlone() {
    PendingCall a = acquire("a");
    PendingCall b = acquire("b");
    Object queued = List.of(2L, 0L);
    port.answer(Arrays.asList(null, bytes("grant of b"), bytes("1")), queued);
    sender.carry(List.of(a, b));
    assertSame(queued, answerTo(a));
    assertArrayEquals(bytes("grant of b"), (byte[]) answerTo(b));
    assertSame(a.call(), port.calls.get(1), "as it would have gone alone");
    assertEquals(List.of(1, 1), port.batches);
  }

  @Test
  void whatIsNotAsItWasGrantedEndsAlone() {
    PendingCall a = release("a");
    PendingCall b = release("b");
    port.answer(Arrays.asList(1L, null, bytes("1")), 0L);
    sender.carry(List.of(a, b));
    assertEquals(1L, answerTo(a));
    assertEquals(0L, answerTo(b));
    assertSame(b.call(), port.calls.get(1), "as it would have gone alone");
  }

  @Test
  void allElseGoesAloneButAtTheSameTime() {
    List<PendingCall> pendingCalls =
        List.of(share("s"), acquire("a"), overtake("o"), release("r"), acquire("b"), release("q"));
    port.answer(List.of(1L, 1L, bytes("1")), List.of(bytes("a"), bytes("b"), bytes("2")), "s", "o");
    sender.carry(pendingCalls);
    assertEquals(List.of(4), port.batches);
    assertSent(0, Script.RELEASE_EACH, 2, "of r|of q|1");
    assertSame(pendingCalls.get(0).call(), port.calls.get(2));
    assertSame(pendingCalls.get(2).call(), port.calls.get(3));
    assertEquals("s", answerTo(pendingCalls.get(0)));
    assertEquals("o", answerTo(pendingCalls.get(2)));
    assertArrayEquals(bytes("b"), (byte[]) answerTo(pendingCalls.get(4)));
  }

  @Test
  void oneOfAKindGoesAsItIs() {
    PendingCall a = acquire("a");
    PendingCall r = release("r");
    port.answer(1L, bytes("grant of a"));
    sender.carry(List.of(a, r));
    assertEquals(List.of(r.call(), a.call()), port.calls);
  }

  @Test
  void noScriptIsForMoreThanItsShare() {
    List<PendingCall> pendingCalls =
        IntStream.range(0, CallSender.MOST + 2).mapToObj(i -> acquire("n" + i)).toList();
    for (int number = 1; number <= 2; number++) {
      List<Object> grants = new ArrayList<>();
      for (int i = 0; i < (number == 1 ? CallSender.MOST : 2); i++) {
        grants.add(bytes("grant"));
      }
      grants.add(bytes(String.valueOf(number)));
      port.answer(grants);
    }
    sender.carry(pendingCalls);
    assertEquals(List.of(2), port.batches);
    pendingCalls.forEach(pending -> assertEquals("grant", text(answerTo(pending))));
  }

  private static String text(Object reply) {
    return new String((byte[]) reply, StandardCharsets.UTF_8);
  }

  @Test
  void theAnswerToAnotherCallIsNobodys() {
    PendingCall a = acquire("a");
    PendingCall b = acquire("b");
    PendingCall r = release("r");
    port.answer(1L, List.of(bytes("grant of a"), bytes("grant of b"), bytes("2")));
    sender.carry(List.of(a, b, r));
    assertInstanceOf(Replies.MalformedReplyException.class, failureOf(a));
    assertInstanceOf(Replies.MalformedReplyException.class, failureOf(b));
    assertEquals(1L, answerTo(r));
  }

  @Test
  void tooShortAnAnswerIsNobodys() {
    PendingCall a = acquire("a");
    PendingCall b = acquire("b");
    port.answer(List.of(bytes("grant of a"), bytes("1")));
    sender.carry(List.of(a, b));
    assertInstanceOf(Replies.MalformedReplyException.class, failureOf(a));
    assertInstanceOf(Replies.MalformedReplyException.class, failureOf(b));
  }

  @Test
  void aRefusalIsToldToAllWhoShareTheScript() {
    PendingCall a = acquire("a");
    PendingCall b = acquire("b");
    PendingCall r = release("r");
    RedisReplyException young = ScriptedPort.error("YOUNG 3");
    port.answer(1L, young);
    sender.carry(List.of(a, b, r));
    assertSame(young, failureOf(a));
    assertSame(young, failureOf(b));
    assertEquals(1L, answerTo(r));
  }

  /** Its thread goes on, and no call waits for what will never come. */
  @Test
  void whateverIsThrownWhileItSendsIsToldToAll() {
    for (Throwable thrown :
        List.of(new LinkageError("as the test wants"), new IllegalStateException("likewise"))) {
      CallSender failing = new CallSender(throwing(0, thrown), false);
      PendingCall a = acquire("a");
      PendingCall b = release("b");
      failing.carry(List.of(a, b));
      assertSame(thrown, failureOf(a));
      assertSame(thrown, failureOf(b));
    }
  }

  /** What is not free is asked for again alone, from within the answer to what went together. */
  @Test
  void whateverIsThrownWhileItAsksAgainIsToldToThoseItAsksFor() {
    LinkageError thrown = new LinkageError("as the test wants");
    port.answer(Arrays.asList(null, bytes("grant of b"), bytes("1")));
    PendingCall a = acquire("a");
    PendingCall b = acquire("b");
    new CallSender(throwing(1, thrown), false).carry(List.of(a, b));
    assertSame(thrown, failureOf(a));
    assertArrayEquals(bytes("grant of b"), (byte[]) answerTo(b));
  }

  /** Sends through the port, but for what comes after so many times. */
  private ScriptSender throwing(int after, Throwable thrown) {
    AtomicInteger times = new AtomicInteger();
    return calls -> {
      if (times.getAndIncrement() >= after) {
        if (thrown instanceof Error error) {
          throw error;
        }
        throw (RuntimeException) thrown;
      }
      return port.callAll(calls);
    };
  }

  @Test
  void aScriptThatIsNotKnownGoesBySource() {
    PendingCall a = acquire("a");
    PendingCall b = acquire("b");
    port.answer(ScriptedPort.noScript(), List.of(bytes("a"), bytes("b"), bytes("1")));
    sender.carry(List.of(a, b));
    assertArrayEquals(Script.ACQUIRE_EACH_AGED.source(), port.calls.get(1).script());
    assertArrayEquals(bytes("b"), (byte[]) answerTo(b));
  }

  @Test
  void onAClusterEachGoesAlone() {
    CallSender sender = new CallSender(port, true);
    PendingCall a = release("a");
    PendingCall b = release("b");
    port.answer(1L, 0L);
    sender.carry(List.of(a, b));
    assertEquals(List.of(a.call(), b.call()), port.calls);
    assertEquals(0L, answerTo(b));
  }
}
