package dev.holdfast.jdbc;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.holdfast.Holdfast;
import dev.holdfast.fuzz.Odd;
import dev.holdfast.fuzz.OddNames;
import dev.holdfast.spi.LockStore;
import dev.holdfast.spi.Standing;
import java.nio.file.Path;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** Odd names as rows of a real SQLite file. */
class SqliteNameFuzzTest {
  private static final int NAMES = Math.min(Odd.CASES / 10, 100_000);
  private static final int BATCH = 250;
  // Nothing expires while a busy machine goes through a batch.
  private static final long TEN_MINUTES = 600_000;
  private static final String ROWS = "SELECT COUNT(*) FROM holdfast_lock";

  private final Path file = Databases.file();
  private final LockStore store = Databases.store(file);
  private final SpiClient a = new SpiClient(store);
  private final SpiClient b = new SpiClient(store);

  @AfterEach
  void close() {
    b.close();
    a.close();
    store.close();
  }

  @Test
  void everyNameHasARowOfItsOwn() {
    List<String> names = List.copyOf(new OddNames(Odd.SEED).names(NAMES));
    for (int from = 0; from < names.size(); from += BATCH) {
      everyNameIsALock(names.subList(from, Math.min(from + BATCH, names.size())));
    }
    assertEquals(names.size(), Databases.number(file, ROWS), "names share rows");
  }

  /** All are held at once; each is refused to others, waited for, and handed on by itself. */
  private void everyNameIsALock(List<String> names) {
    Map<String, String> held = new LinkedHashMap<>();
    for (String name : names) {
      String attempt = a.attempt();
      assertInstanceOf(Standing.Holding.class, a.tryAcquire(name, attempt, TEN_MINUTES), name);
      held.put(name, attempt);
    }
    assertEquals(Set.copyOf(names), new HashSet<>(SpiClient.answer(a.session().names(2 * BATCH))));
    held.forEach(
        (name, holder) -> {
          Standing.Absent refused =
              assertInstanceOf(
                  Standing.Absent.class, b.tryAcquire(name, b.attempt(), SpiClient.LEASE));
          assertEquals(holder, refused.holder(), name);
          String waiting = b.queue(name);
          assertTrue(a.release(name, holder), name);
          assertInstanceOf(Standing.Holding.class, b.renew(name, waiting), name);
          assertTrue(b.release(name, waiting), name);
        });
  }

  @Test
  void whatIsNoNameLeavesNoRow() {
    try (Holdfast client = Holdfast.over(store)) {
      List<String> refused =
          List.of("", "x".repeat(513), "\u20AC".repeat(171), "\uD83D", "a\uDD12", "\uDD12\uD83D");
      for (String name : refused) {
        String why =
            String.valueOf(
                assertThrows(IllegalArgumentException.class, () -> client.mutex(name))
                    .getMessage());
        assertTrue(why.startsWith("the name of a lock "), why);
      }
    }
    assertEquals(0, Databases.number(file, ROWS));
  }
}
