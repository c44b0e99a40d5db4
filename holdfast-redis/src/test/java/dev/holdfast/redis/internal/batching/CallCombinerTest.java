package dev.holdfast.redis.internal.batching;

import static dev.holdfast.redis.internal.port.ScriptedPort.bytes;
import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertThrows;

import dev.holdfast.redis.internal.port.Bytes;
import dev.holdfast.redis.internal.port.RedisReplyException;
import dev.holdfast.redis.internal.port.Replies;
import dev.holdfast.redis.internal.port.Script;
import dev.holdfast.redis.internal.port.ScriptCall;
import dev.holdfast.redis.internal.protocol.Keys;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.Test;

/** What callers that ask at the same time are answered. */
class CallCombinerTest {
  private static final Keys KEYS = new Keys("");

  private final CallCombiner callCombiner = new CallCombiner();
  private final List<List<ScriptCall>> roundTrips = new ArrayList<>();

  private static ScriptCall call(Script script, String name, String... arguments) {
    byte[][] words = new byte[Keys.PER_NAME + arguments.length][];
    KEYS.put(name, words, 0);
    for (int i = 0; i < arguments.length; i++) {
      words[Keys.PER_NAME + i] = bytes(arguments[i]);
    }
    return new ScriptCall(script, Keys.PER_NAME, words);
  }

  private static ScriptCall acquire(String name) {
    return call(Script.ACQUIRE, name, "of " + name, "60000", "86460000", "claim place sent");
  }

  private static ScriptCall release(String name) {
    return call(Script.RELEASE, name, "of " + name, "30000");
  }

  private static byte[] number(ScriptCall shared) {
    byte[][] words = shared.keysAndArguments();
    return words[words.length - 1];
  }

  /** Grants all but the name "taken", and ends all. */
  private List<Object> answer(List<ScriptCall> scripts) {
    roundTrips.add(scripts);
    List<Object> replies = new ArrayList<>();
    for (ScriptCall script : scripts) {
      byte[][] words = script.keysAndArguments();
      List<Object> each = new ArrayList<>();
      if (Arrays.equals(script.script(), Script.ACQUIRE_EACH.digest())) {
        for (int i = 0; i < script.keyCount(); i++) {
          each.add(
              Bytes.text(words[i]).contains("taken") ? null : "stamp of " + Bytes.text(words[i]));
        }
        each.add(number(script));
      } else if (Arrays.equals(script.script(), Script.RELEASE_EACH.digest())) {
        for (int i = 0; i < script.keyCount(); i++) {
          each.add((long) i);
        }
        each.add(number(script));
      }
      replies.add(each.isEmpty() ? "alone" : each);
    }
    return replies;
  }

  @Test
  void eachIsAnsweredInItsPlace() {
    List<Object> replies =
        callCombiner.send(
            List.of(acquire("a"), release("x"), acquire("b"), release("y")), this::answer);
    assertEquals(List.of("stamp of hf1::h:{a}", 0L, "stamp of hf1::h:{b}", 1L), replies);
    assertEquals(List.of(2), roundTrips.stream().map(List::size).toList());
  }

  @Test
  void whatIsNotFreeIsAskedForAlone() {
    List<Object> replies =
        callCombiner.send(List.of(acquire("a"), acquire("taken"), acquire("b")), this::answer);
    assertEquals(List.of("stamp of hf1::h:{a}", "alone", "stamp of hf1::h:{b}"), replies);
    assertEquals(List.of(1, 1), roundTrips.stream().map(List::size).toList());
    assertArrayEquals(Script.ACQUIRE.digest(), roundTrips.get(1).get(0).script());
  }

  @Test
  void whereOneWasTakenTheNextGoApartForAWhile() {
    callCombiner.send(List.of(acquire("a"), acquire("taken")), this::answer);
    for (int i = 0; i < 64; i++) {
      roundTrips.clear();
      assertEquals(
          List.of("alone", "alone"),
          callCombiner.send(List.of(acquire("a"), acquire("b")), this::answer));
      assertEquals(List.of(2), roundTrips.stream().map(List::size).toList());
    }
    roundTrips.clear();
    callCombiner.send(List.of(acquire("a"), acquire("b")), this::answer);
    assertEquals(List.of(1), roundTrips.stream().map(List::size).toList());
  }

  @Test
  void whereKeysDoNotShareASlotEachGoesAlone() {
    List<Object> replies =
        callCombiner.send(
            List.of(acquire("a"), release("x"), acquire("b"), release("y")),
            scripts -> {
              List<Object> answers = answer(scripts);
              answers.replaceAll(
                  each ->
                      each instanceof List
                          ? new RedisReplyException("CROSSSLOT Keys", null)
                          : each);
              return answers;
            });
    assertEquals(List.of("alone", "alone", "alone", "alone"), replies);
    assertEquals(List.of(2, 4), roundTrips.stream().map(List::size).toList());
  }

  @Test
  void noTwoSharedScriptsHaveTheSameNumber() {
    callCombiner.send(List.of(acquire("a"), acquire("b")), this::answer);
    callCombiner.send(List.of(acquire("a"), acquire("b")), this::answer);
    assertEquals("1", Bytes.text(number(roundTrips.get(0).get(0))));
    assertEquals("2", Bytes.text(number(roundTrips.get(1).get(0))));
  }

  @Test
  void anAnswerToAnotherIsRefusedForAll() {
    List<Object> late = new ArrayList<>();
    callCombiner.send(
        List.of(acquire("a"), acquire("b")),
        scripts -> {
          late.addAll(answer(scripts));
          return late;
        });
    List<Object> replies = callCombiner.send(List.of(acquire("c"), acquire("d")), scripts -> late);
    replies.forEach(reply -> assertInstanceOf(Replies.MalformedReplyException.class, reply));
  }

  @Test
  void aRoundTripThatFailsFailsForAll() {
    IllegalStateException cut = new IllegalStateException("cut off");
    List<Object> replies =
        callCombiner.send(
            List.of(acquire("a"), acquire("b"), release("c")),
            scripts -> {
              throw cut;
            });
    replies.forEach(reply -> assertSame(cut, reply));
  }

  @Test
  void anErrorIsThrown() {
    assertThrows(
        OutOfMemoryError.class,
        () ->
            callCombiner.send(
                List.of(acquire("a"), acquire("b")),
                scripts -> {
                  throw new OutOfMemoryError("for the test");
                }));
  }
}
