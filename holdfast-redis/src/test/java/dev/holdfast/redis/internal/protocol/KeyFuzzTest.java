package dev.holdfast.redis.internal.protocol;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.holdfast.fuzz.Odd;
import dev.holdfast.fuzz.OddNames;
import dev.holdfast.redis.Slots;
import dev.holdfast.redis.internal.port.Bytes;
import dev.holdfast.spi.Standing;
import dev.holdfast.spi.StoreListener;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;

/** Odd names as keys: no two names share one, and those of a name share a slot. */
class KeyFuzzTest {
  private static final String ATTEMPT = "c/host/1/n/1";

  private final Set<String> names = new OddNames(Odd.SEED).names(Odd.CASES);
  private final Keys keys = new Keys("");

  @Test
  void theSlotIsThatOfTheSpecification() {
    assertEquals(0x31C3 % 16_384, Slots.of(Bytes.of("123456789")));
    assertEquals(Slots.of(Bytes.of("user1000")), Slots.of(Bytes.of("{user1000}.following")));
    assertEquals(Slots.of(Bytes.of("{bar")), Slots.of(Bytes.of("foo{{bar}}zap")));
    assertEquals(12_182, Slots.of(Bytes.of("foo")));
  }

  @Test
  void noTwoNamesShareAKeyAndTheKeysOfANameShareASlot() {
    Keys elsewhere = new Keys("A-z_0.9");
    Set<String> seen = new HashSet<>();
    byte[][] of = new byte[Keys.PER_NAME][];
    keys.putOfNoName(of, 0);
    for (byte[] key : of) {
      seen.add(Bytes.text(key));
    }
    for (String name : names) {
      keys.put(name, of, 0);
      int slot = Slots.of(of[0]);
      for (byte[] key : of) {
        assertTrue(seen.add(Bytes.text(key)), () -> "a key of '" + name + "' is another's too");
        assertEquals(slot, Slots.of(key), name);
        assertNull(elsewhere.name(key, 0), name);
      }
      assertEquals(name, keys.name(of[0], 0));
      assertNull(keys.name(of[1], 0), name);
      assertNull(keys.name(of[2], 0), name);
      assertNull(keys.name(of[3], 0), name);
    }
  }

  @Test
  void aNameWithoutAnEncodingHasNoKeys() {
    for (String name : List.of("\uD83D", "a\uDD12", "\uDD12\uD83D", "\uD83D?")) {
      assertThrows(
          IllegalArgumentException.class, () -> keys.put(name, new byte[Keys.PER_NAME][], 0));
    }
  }

  @Test
  void aPushTellsTheNameAsItIs() {
    List<String> told = new ArrayList<>();
    PushReader push = new PushReader(keys, new NameListener(told));
    byte[][] of = new byte[Keys.PER_NAME][];
    for (String name : names) {
      keys.put(name, of, 0);
      push.message(join("g 1763670113000000 5000 1 -9 " + ATTEMPT + " ", of[0]));
      push.message(join("r " + ATTEMPT + " ", of[0]));
      push.message(join("b " + ATTEMPT + " ", of[0]));
      assertEquals(List.of(name, name, name), told);
      told.clear();
    }
  }

  private static byte[] join(String words, byte[] key) {
    return Bytes.of(words + Bytes.text(key));
  }

  private record NameListener(List<String> told) implements StoreListener {
    @Override
    public void granted(String name, String attempt, Standing.Holding standing, long sentAt) {
      tell(name, attempt);
    }

    @Override
    public void recalled(String name, String attempt) {
      tell(name, attempt);
    }

    @Override
    public void broken(String name, String attempt) {
      tell(name, attempt);
    }

    @Override
    public void changed() {
      throw new AssertionError("no message says this");
    }

    private void tell(String name, String attempt) {
      assertEquals(ATTEMPT, attempt);
      told.add(name);
    }
  }
}
