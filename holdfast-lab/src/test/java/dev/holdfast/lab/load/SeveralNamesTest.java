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
import java.util.stream.Collectors;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Names that are taken alone, by twos and by threes, on a real server: one holder of each. */
@Tag("rest")
final class SeveralNamesTest {
  private static final Set<String> SAFETY = Set.of("C1", "C2", "F1", "SET", "LINEAR");

  @TempDir Path folder;

  @Test
  void whatOverlapsInPartKeepsEachOtherOut() throws IOException {
    try (Rig rig = new Rig(folder)) {
      Plan plan = new Plan("holdfast-all-jedis", Faults.named("long-work"), 1);
      Verdict verdict = new Episode(rig, plan).play();
      assertEquals(
          List.of(),
          verdict.violations().stream().filter(v -> SAFETY.contains(v.check())).toList());
      for (int parts : List.of(1, 2, 3)) {
        assertTrue(grants(verdict, parts) > 3, () -> "hardly granted " + parts + " at once");
      }
    }
  }

  private static long grants(Verdict verdict, int parts) {
    Set<Long> asked =
        verdict.history().events().stream()
            .filter(e -> e.kind() == Kind.ASK && e.want().parts() == parts)
            .map(e -> e.op())
            .collect(Collectors.toSet());
    return verdict.history().events().stream()
        .filter(e -> e.kind() == Kind.GRANTED && asked.contains(e.op()))
        .count();
  }
}
