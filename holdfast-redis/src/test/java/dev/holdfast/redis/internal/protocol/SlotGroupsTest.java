package dev.holdfast.redis.internal.protocol;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.holdfast.redis.Slots;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/** Which keys share a slot, and requests that are divided by it. */
class SlotGroupsTest {
  private static final Keys KEYS = new Keys("n");

  @Test
  void aSlotIsWhatTheSpecificationOfClustersSays() {
    assertEquals(12_739, Slot.of("123456789".getBytes(java.nio.charset.StandardCharsets.UTF_8)));
    Random random = new Random(1);
    for (int i = 0; i < 10_000; i++) {
      byte[] key = new byte[random.nextInt(40)];
      random.nextBytes(key);
      if (key.length > 4 && random.nextBoolean()) {
        key[random.nextInt(key.length)] = '{';
        key[random.nextInt(key.length)] = '}';
      }
      assertEquals(Slots.of(key), Slot.of(key));
    }
  }

  @Test
  void theKeysOfANameShareASlot() {
    for (String name : List.of("a", "}", "{x}", "{}", "\\", "a}b{c", "é\uD83D\uDE00")) {
      byte[][] words = new byte[Keys.PER_NAME][];
      KEYS.put(name, words, 0);
      for (byte[] key : words) {
        assertEquals(Slot.of(KEYS.hold(name)), Slot.of(key), name);
      }
    }
  }

  @Test
  void aGroupHasOneSlotAndTheAnswersComeBackInOrder() {
    List<String> names = IntStream.range(0, 500).mapToObj(i -> "{" + i % 7 + "}" + i).toList();
    SlotGroups<String> groups =
        SlotGroups.ofSlots(
            names, name -> name.getBytes(java.nio.charset.StandardCharsets.UTF_8), 48);
    List<String> answers = new ArrayList<>();
    for (List<String> group : groups.groups()) {
      assertTrue(group.size() <= 48);
      assertEquals(1, group.stream().map(name -> name.charAt(1)).distinct().count());
      group.forEach(name -> answers.add("to " + name));
    }
    assertEquals(names.stream().map(name -> "to " + name).toList(), groups.inOrder(answers));
    assertEquals(14, groups.groups().size());
  }

  @Test
  void neighboursStayInOrder() {
    List<Integer> requests = IntStream.range(0, 100).boxed().toList();
    SlotGroups<Integer> groups = SlotGroups.ofNeighbours(requests, 48);
    assertEquals(List.of(48, 48, 4), groups.groups().stream().map(List::size).toList());
    assertEquals(requests, groups.inOrder(groups.groups().stream().flatMap(List::stream).toList()));
  }
}
