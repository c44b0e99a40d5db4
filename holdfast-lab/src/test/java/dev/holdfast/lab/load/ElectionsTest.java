package dev.holdfast.lab.load;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.holdfast.lab.check.Kind;
import dev.holdfast.lab.episode.Episode;
import dev.holdfast.lab.episode.Plan;
import dev.holdfast.lab.episode.Rig;
import dev.holdfast.lab.episode.Verdict;
import dev.holdfast.lab.nemesis.Faults;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Elections on a real server and in a file, under load: one leads at a time, terms grow. */
@Tag("rest")
final class ElectionsTest {
  private static final Set<String> SAFETY = Set.of("C1", "C2", "E1", "F1", "SET", "LINEAR");

  @TempDir Path folder;

  @Test
  void oneLeadsAtATime() throws IOException {
    try (Rig rig = new Rig(folder)) {
      for (String lock : List.of("holdfast-election-jedis", "holdfast-election-sqlite")) {
        Verdict verdict = new Episode(rig, new Plan(lock, Faults.named("long-work"), 1)).play();
        assertEquals(
            List.of(),
            verdict.violations().stream().filter(v -> SAFETY.contains(v.check())).toList());
        long elected =
            verdict.history().events().stream().filter(e -> e.kind() == Kind.GRANTED).count();
        long seen =
            verdict.history().events().stream()
                .filter(e -> e.kind() == Kind.SEEN && e.token() != 0)
                .count();
        assertTrue(seen > 20, () -> lock + " told observers only " + seen);
        assertTrue(elected > 50, () -> lock + " elected only " + elected);
      }
    }
  }
}
