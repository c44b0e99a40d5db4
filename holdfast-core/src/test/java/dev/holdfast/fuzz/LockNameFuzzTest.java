package dev.holdfast.fuzz;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.holdfast.Holdfast;
import dev.holdfast.Lease;
import dev.holdfast.memory.MemoryStore;
import java.nio.CharBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;

/** Names of locks: 1 to 512 bytes of UTF-8 are a name, all else is refused, no two are one. */
class LockNameFuzzTest {
  @Test
  void namesAreTakenAsTheyAreOrRefused() {
    Odd odd = new Odd(Odd.SEED);
    try (Holdfast client = Holdfast.over(MemoryStore.create())) {
      for (int i = 0; i < Odd.CASES; i++) {
        String name = odd.text(odd.below(20) == 0 ? 300 : 8);
        int bytes = bytes(name);
        try {
          assertEquals(name, client.mutex(name).name());
          assertTrue(bytes >= 1 && bytes <= 512, () -> "accepted: '" + name + "'");
        } catch (IllegalArgumentException refused) {
          assertFalse(bytes >= 1 && bytes <= 512, () -> "refused: '" + name + "'");
          assertFalse(String.valueOf(refused.getMessage()).isBlank());
        }
      }
    }
  }

  @Test
  void noTwoNamesAreOneLock() {
    Odd odd = new Odd(Odd.SEED);
    Set<String> names = new HashSet<>();
    List<Lease> leases = new ArrayList<>();
    try (Holdfast client = Holdfast.over(MemoryStore.create())) {
      for (int i = 0; i < Math.min(Odd.CASES, 100_000); i++) {
        String name = odd.text(4);
        int bytes = bytes(name);
        if (bytes >= 1 && bytes <= 512 && names.add(name)) {
          leases.add(
              client
                  .mutex(name)
                  .tryAcquire()
                  .orElseThrow(() -> new AssertionError("'" + name + "' is another's too")));
        }
      }
      assertEquals(Set.copyOf(names), Set.copyOf(client.names(Integer.MAX_VALUE)));
      leases.forEach(Lease::close);
      assertEquals(List.of(), client.names(1));
    }
  }

  /** How many bytes it has in UTF-8; -1 if it has no encoding. */
  private static int bytes(String name) {
    try {
      return StandardCharsets.UTF_8.newEncoder().encode(CharBuffer.wrap(name)).remaining();
    } catch (CharacterCodingException unpaired) {
      return -1;
    }
  }
}
