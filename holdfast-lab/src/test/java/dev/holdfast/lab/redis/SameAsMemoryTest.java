package dev.holdfast.lab.redis;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/**
 * The scripts do what the reference store does: the same random verbs on both, at the same virtual
 * times, answered alike after each. Where a store has leave to say less, {@link Alike} says so.
 */
@Tag("rest")
final class SameAsMemoryTest {
  private static final long SEEDS = Long.getLong("holdfast.seeds", 250);
  private static final long FIRST = Long.getLong("holdfast.first", 1);
  private static final int VERBS = 80;

  @Test
  void everyVerbIsAnsweredAsByTheReferenceStore() {
    int changes = 0;
    int shared = 0;
    int counted = 0;
    int mismatches = 0;
    int resizes = 0;
    for (long seed = FIRST; seed < FIRST + SEEDS; seed++) {
      List<String> told = new ArrayList<>();
      RandomVerbs verbs = new RandomVerbs(seed, told::add);
      for (int i = 0; i < VERBS; i++) {
        String difference = verbs.next();
        assertEquals("", difference, () -> "seed " + verbs.seed() + "\n" + String.join("\n", told));
      }
      changes += verbs.changes();
      shared += verbs.sharedTogether();
      counted += verbs.countedTogether();
      mismatches += verbs.mismatches();
      resizes += verbs.resizes();
    }
    assertTrue(changes > SEEDS / 2, "too few changes of mode: " + changes);
    assertTrue(shared > SEEDS, "too few shared holds beside others: " + shared);
    assertTrue(counted > SEEDS, "too few counted holds beside others: " + counted);
    assertTrue(mismatches > SEEDS / 2, "too few who ask for it otherwise: " + mismatches);
    assertTrue(resizes > SEEDS / 4, "too few changes of size: " + resizes);
  }
}
