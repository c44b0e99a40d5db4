package dev.holdfast.redis.internal.protocol;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** Where a name is kept: four keys of its own, in one cluster slot, from which it can be read. */
class KeysTest {
  private static final List<String> NAMES =
      List.of(
          "a",
          "}",
          "\\",
          "\\}",
          "}}",
          "\\\\",
          "\\\\}",
          "{",
          "{}",
          "}{",
          "a}b",
          "\\check",
          "check",
          "\0",
          " ",
          "é",
          "🔒",
          "a\ud83d\udd12b");

  private final Keys keys = new Keys("ns");

  private List<String> keysOf(String name) {
    byte[][] words = new byte[6][];
    keys.put(name, words, 1);
    List<String> texts = new ArrayList<>();
    for (int i = 1; i < 5; i++) {
      texts.add(new String(words[i], UTF_8));
    }
    assertNull(words[0]);
    assertNull(words[5]);
    return texts;
  }

  /** What Redis hashes: what stands between the first opening brace and the next closing one. */
  private static String slotOf(String key) {
    int open = key.indexOf('{');
    int close = key.indexOf('}', open + 1);
    assertTrue(close > open + 1, () -> "an empty hash tag does not count: " + key);
    return key.substring(open + 1, close);
  }

  @Test
  void aNameHasItsHoldItsQueueItsPlacesAndItsSharedHolds() {
    assertEquals(
        List.of("hf1:ns:h:{a}", "hf1:ns:q:{a}", "hf1:ns:p:{a}", "hf1:ns:s:{a}"), keysOf("a"));
    assertEquals("hf1:ns:h:{\\}}", keysOf("}").get(0));
    assertEquals("hf1:ns:h:{\\\\}", keysOf("\\").get(0));
    assertEquals("hf1:ns:c:x/h/1/n", keys.channel("x/h/1/n"));
    assertEquals("hf1:ns:h:{*", new String(keys.holdPattern(), UTF_8));
  }

  @Test
  void theKeysOfANameShareASlotAndNoOthersKeys() {
    Set<String> all = new HashSet<>();
    for (String name : NAMES) {
      List<String> mine = keysOf(name);
      assertEquals(1, mine.stream().map(KeysTest::slotOf).distinct().count(), name);
      all.addAll(mine);
    }
    assertEquals(4 * NAMES.size(), all.size());
  }

  @Test
  void aNameIsReadFromItsHoldKeyWhereverThatStands() {
    for (String name : NAMES) {
      String key = keysOf(name).get(0);
      assertEquals(name, keys.name(key.getBytes(UTF_8), 0));
      assertEquals(name, keys.name(("xyz" + key).getBytes(UTF_8), 3));
    }
  }

  @Test
  void noNameAtAllHasKeysToo() {
    assertEquals(List.of("hf1:ns:h:{}", "hf1:ns:q:{}", "hf1:ns:p:{}", "hf1:ns:s:{}"), keysOf(""));
  }

  @Test
  void noOtherKeyIsAName() {
    for (String other :
        List.of(
            "",
            "}",
            "hf1:ns:h:{",
            "hf1:ns:h:{a",
            "hf1:ns:q:{a}",
            "hf1:ms:h:{a}",
            "hf1:ns:h:a}",
            "hf1::h:{a}")) {
      assertNull(keys.name(other.getBytes(UTF_8), 0), other);
    }
    assertEquals("", keys.name("hf1:ns:h:{}".getBytes(UTF_8), 0), "a name that nobody can give");
    assertNull(keys.name("hf1:ns:h:{a}".getBytes(UTF_8), 1));
  }

  @Test
  void theKeysOfNoNameAreNoNames() {
    byte[][] words = new byte[4][];
    keys.putOfNoName(words, 0);
    List<String> texts = Stream.of(words).map(KeysTest::text).toList();
    assertEquals(
        List.of(
            "hf1:ns:h:{\\check}", "hf1:ns:q:{\\check}", "hf1:ns:p:{\\check}", "hf1:ns:s:{\\check}"),
        texts);
    for (String name : NAMES) {
      assertTrue(keysOf(name).stream().noneMatch(texts::contains), name);
    }
  }

  private static String text(byte[] bytes) {
    return new String(bytes, UTF_8);
  }

  @Test
  void halfASurrogatePairIsNoName() {
    for (String half :
        List.of("\ud83d", "\udd12", "a\ud83d", "\ud83d\ud83d\udd12", "\udd12\ud83d")) {
      IllegalArgumentException refused =
          assertThrows(IllegalArgumentException.class, () -> keysOf(half));
      assertTrue(refused.getMessage().contains("half a surrogate pair"), refused.getMessage());
    }
    assertTrue(
        assertThrows(IllegalArgumentException.class, () -> keysOf("ab\ud83d"))
            .getMessage()
            .endsWith("at index 2"));
  }
}
