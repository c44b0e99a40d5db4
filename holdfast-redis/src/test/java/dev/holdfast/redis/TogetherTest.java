package dev.holdfast.redis;

import static dev.holdfast.redis.ScriptedPort.bytes;
import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertThrows;

import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletionException;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/** Which errands share a script, what its words are, and whose each answer is. */
class TogetherTest {
  private static final Keys KEYS = new Keys("");
  private static final Granting GRANTING = Granting.after(Duration.ofSeconds(6));

  private final ScriptedPort port = new ScriptedPort();
  private final Together together = new Together(port);

  private static byte[][] words(String name, String... arguments) {
    byte[][] words = new byte[Keys.PER_NAME + arguments.length][];
    KEYS.put(name, words, 0);
    for (int i = 0; i < arguments.length; i++) {
      words[Keys.PER_NAME + i] = bytes(arguments[i]);
    }
    return words;
  }

  private static Errand acquire(String name) {
    byte[][] words = words(name, "of " + name, "60000", "86460000", "claim place sent");
    return new Errand(GRANTING.acquire(Keys.PER_NAME, words, 17));
  }

  private static Errand share(String name) {
    byte[][] words = words(name, "of " + name, "60000", "86460000", "", "+");
    return new Errand(GRANTING.acquire(Keys.PER_NAME, words, 17));
  }

  private static Errand release(String name) {
    byte[][] words = words(name, "of " + name, "30000");
    return new Errand(new ScriptCall(Script.RELEASE, Keys.PER_NAME, words));
  }

  private static Errand overtake(String name) {
    byte[][] words = words(name, "of " + name, "30000", "0", "1");
    return new Errand(new ScriptCall(Script.RELEASE, Keys.PER_NAME, words));
  }

  private static Object answerTo(Errand errand) {
    return errand.answer().join();
  }

  private static Throwable failureOf(Errand errand) {
    return assertThrows(CompletionException.class, errand.answer()::join).getCause();
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
    Errand a = acquire("a");
    Errand b = acquire("b");
    port.answer(List.of(bytes("grant of a"), bytes("grant of b"), bytes("1")));
    together.carry(List.of(a, b));
    assertSent(0, Script.ACQUIRE_EACH_AGED, 8, "of a|60000|86460000|17|of b|60000|86460000|17|1|7");
    assertEquals(
        List.of("hf1::h:{a}", "hf1::q:{a}", "hf1::p:{a}", "hf1::s:{a}", "hf1::h:{b}"),
        port.words(0).subList(0, 5));
    assertArrayEquals(bytes("grant of a"), (byte[]) answerTo(a));
    assertArrayEquals(bytes("grant of b"), (byte[]) answerTo(b));
  }

  @Test
  void releasesShareAScript() {
    Errand a = release("a");
    Errand b = release("b");
    port.answer(List.of(1L, 0L, bytes("1")));
    together.carry(List.of(a, b));
    assertSent(0, Script.RELEASE_ALL, 8, "of a|30000|||of b|30000|||1");
    assertEquals(1L, answerTo(a));
    assertEquals(0L, answerTo(b));
    assertEquals(List.of(1), port.batches);
  }

  @Test
  void whatIsNotFreeIsAskedForAlone() {
    Errand a = acquire("a");
    Errand b = acquire("b");
    Object queued = List.of(2L, 0L);
    port.answer(List.of(0L, bytes("grant of b"), bytes("1")), queued);
    together.carry(List.of(a, b));
    assertSame(queued, answerTo(a));
    assertArrayEquals(bytes("grant of b"), (byte[]) answerTo(b));
    assertSame(a.call(), port.calls.get(1), "as it would have gone alone");
    assertEquals(List.of(1, 1), port.batches);
  }

  @Test
  void allElseGoesAloneButAtTheSameTime() {
    List<Errand> errands =
        List.of(share("s"), acquire("a"), overtake("o"), release("r"), acquire("b"), release("q"));
    port.answer(List.of(1L, 1L, bytes("1")), List.of(bytes("a"), bytes("b"), bytes("2")), "s", "o");
    together.carry(errands);
    assertEquals(List.of(4), port.batches);
    assertSent(0, Script.RELEASE_ALL, 8, "of r|30000|||of q|30000|||1");
    assertSame(errands.get(0).call(), port.calls.get(2));
    assertSame(errands.get(2).call(), port.calls.get(3));
    assertEquals("s", answerTo(errands.get(0)));
    assertEquals("o", answerTo(errands.get(2)));
    assertArrayEquals(bytes("b"), (byte[]) answerTo(errands.get(4)));
  }

  @Test
  void oneOfAKindGoesAsItIs() {
    Errand a = acquire("a");
    Errand r = release("r");
    port.answer(1L, bytes("grant of a"));
    together.carry(List.of(a, r));
    assertEquals(List.of(r.call(), a.call()), port.calls);
  }

  @Test
  void noScriptIsForMoreThanItsShare() {
    List<Errand> errands =
        IntStream.range(0, Together.MOST + 2).mapToObj(i -> acquire("n" + i)).toList();
    for (int number = 1; number <= 2; number++) {
      List<Object> grants = new ArrayList<>();
      for (int i = 0; i < (number == 1 ? Together.MOST : 2); i++) {
        grants.add(bytes("grant"));
      }
      grants.add(bytes(String.valueOf(number)));
      port.answer(grants);
    }
    together.carry(errands);
    assertEquals(List.of(2), port.batches);
    errands.forEach(errand -> assertEquals("grant", text(answerTo(errand))));
  }

  private static String text(Object reply) {
    return new String((byte[]) reply, StandardCharsets.UTF_8);
  }

  @Test
  void theAnswerToAnotherCallIsNobodys() {
    Errand a = acquire("a");
    Errand b = acquire("b");
    Errand r = release("r");
    port.answer(1L, List.of(bytes("grant of a"), bytes("grant of b"), bytes("2")));
    together.carry(List.of(a, b, r));
    assertInstanceOf(Replies.MalformedReplyException.class, failureOf(a));
    assertInstanceOf(Replies.MalformedReplyException.class, failureOf(b));
    assertEquals(1L, answerTo(r));
  }

  @Test
  void tooShortAnAnswerIsNobodys() {
    Errand a = acquire("a");
    Errand b = acquire("b");
    port.answer(List.of(bytes("grant of a"), bytes("1")));
    together.carry(List.of(a, b));
    assertInstanceOf(Replies.MalformedReplyException.class, failureOf(a));
    assertInstanceOf(Replies.MalformedReplyException.class, failureOf(b));
  }

  @Test
  void aRefusalIsToldToAllWhoShareTheScript() {
    Errand a = acquire("a");
    Errand b = acquire("b");
    Errand r = release("r");
    RedisReplyException young = ScriptedPort.error("YOUNG 3");
    port.answer(1L, young);
    together.carry(List.of(a, b, r));
    assertSame(young, failureOf(a));
    assertSame(young, failureOf(b));
    assertEquals(1L, answerTo(r));
  }

  @Test
  void aScriptThatIsNotKnownGoesBySource() {
    Errand a = acquire("a");
    Errand b = acquire("b");
    port.answer(ScriptedPort.noScript(), List.of(bytes("a"), bytes("b"), bytes("1")));
    together.carry(List.of(a, b));
    assertArrayEquals(Script.ACQUIRE_EACH_AGED.source(), port.calls.get(1).script());
    assertArrayEquals(bytes("b"), (byte[]) answerTo(b));
  }

  @Test
  void onAClusterEachGoesAlone() {
    port.isSharded = true;
    Errand a = release("a");
    Errand b = release("b");
    port.answer(1L, 0L);
    together.carry(List.of(a, b));
    assertEquals(List.of(a.call(), b.call()), port.calls);
    assertEquals(0L, answerTo(b));
  }
}
