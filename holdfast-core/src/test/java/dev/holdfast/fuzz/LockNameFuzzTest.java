package dev.holdfast.fuzz;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.holdfast.Holdfast;
import dev.holdfast.Lease;
import dev.holdfast.memory.MemoryStore;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;

/** Names of locks: 1 to 512 bytes of UTF-8 are a name, all else is refused, no two are one. */
class LockNameFuzzTest {
  @Test
  void namesAreTakenAsTheyAreOrRefused() {
    Odd odd = new Odd(Odd.SEED);
    OddNames families = new OddNames(Odd.SEED);
    try (Holdfast client = Holdfast.over(MemoryStore.create())) {
      for (int i = 0; i < Odd.CASES; ) {
        List<String> names = odd.below(10) == 0 ? List.of(odd.text(300)) : families.family();
        for (String name : names) {
          takenAsItIsOrRefused(client, name);
        }
        i += names.size();
      }
    }
  }

  private static void takenAsItIsOrRefused(Holdfast client, String name) {
    if (OddNames.isAllowed(name)) {
      assertEquals(name, client.mutex(name).name());
      assertEquals(name, client.inspect(name).name());
      assertFalse(client.breakHold(name));
      return;
    }
    String whole = refusal(() -> client.mutex(name));
    assertTrue(whole.contains("name of a lock"), whole);
    assertEquals(whole, refusal(() -> client.inspect(name)));
    assertEquals(whole, refusal(() -> client.breakHold(name)));
  }

  private static String refusal(Runnable call) {
    return String.valueOf(assertThrows(IllegalArgumentException.class, call::run).getMessage());
  }

  @Test
  void noTwoNamesAreOneLock() {
    Set<String> names = new OddNames(Odd.SEED).names(Math.min(Odd.CASES, 100_000));
    List<Lease> leases = new ArrayList<>();
    try (Holdfast client = Holdfast.over(MemoryStore.create())) {
      for (String name : names) {
        leases.add(
            client
                .mutex(name)
                .tryAcquire()
                .orElseThrow(() -> new AssertionError("'" + name + "' is another's too")));
      }
      assertEquals(names, Set.copyOf(client.names(Integer.MAX_VALUE)));
      leases.forEach(Lease::close);
      assertEquals(List.of(), client.names(1));
    }
  }
}
