package dev.holdfast.lab.load;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.holdfast.lab.check.Kind;
import dev.holdfast.lab.check.Mode;
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

/** Permits on a real server and in a file, under load: never more than there are. */
@Tag("rest")
final class SemaphoresTest {
  private static final Set<String> SAFETY = Set.of("N1", "N5", "F1", "LINEAR");

  @TempDir Path folder;

  @Test
  void neverMorePermitsAreOutThanThereAre() throws IOException {
    try (Rig rig = new Rig(folder)) {
      for (String lock : List.of("holdfast-permits-jedis", "holdfast-permits-sqlite")) {
        Verdict verdict = new Episode(rig, new Plan(lock, Faults.named("long-work"), 1)).play();
        assertEquals(
            List.of(),
            verdict.violations().stream().filter(v -> SAFETY.contains(v.check())).toList());
        assertTrue(
            verdict.history().events().stream()
                    .filter(e -> e.kind() == Kind.RESIZED && e.a() == 1)
                    .count()
                > 3,
            () -> lock + " was hardly given another size");
        for (int permits : List.of(1, 2, 3)) {
          assertTrue(
              grants(verdict, permits) > 3, () -> lock + " hardly granted " + permits + " permits");
        }
      }
    }
  }

  private static long grants(Verdict verdict, int permits) {
    Set<Long> asked =
        verdict.history().events().stream()
            .filter(e -> e.kind() == Kind.ASK && e.want().mode() == Mode.COUNTED)
            .filter(e -> e.want().permits() == permits)
            .map(e -> e.op())
            .collect(Collectors.toSet());
    return verdict.history().events().stream()
        .filter(e -> e.kind() == Kind.GRANTED && asked.contains(e.op()))
        .count();
  }
}
