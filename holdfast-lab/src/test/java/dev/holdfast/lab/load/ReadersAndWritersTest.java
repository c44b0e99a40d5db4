package dev.holdfast.lab.load;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.holdfast.lab.check.Event;
import dev.holdfast.lab.check.Kind;
import dev.holdfast.lab.check.Want;
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

/** Read-write locks on a real server, under load: no writer is beside anybody. */
@Tag("rest")
final class ReadersAndWritersTest {
  private static final Set<String> SAFETY = Set.of("C1", "C2", "F1", "SET", "READ", "LINEAR");

  @TempDir Path folder;

  @Test
  void noWriterIsBesideAnybody() throws IOException {
    try (Rig rig = new Rig(folder)) {
      for (String lock : List.of("holdfast-rw-jedis", "holdfast-rw-sqlite")) {
        Verdict verdict = new Episode(rig, new Plan(lock, Faults.named("long-work"), 1)).play();
        assertEquals(
            List.of(),
            verdict.violations().stream().filter(v -> SAFETY.contains(v.check())).toList());
        for (Want want : List.of(Want.READ, Want.WRITE)) {
          assertTrue(changes(verdict, want) > 0, () -> lock + " never changed " + want.text());
        }
        for (Want want : List.of(Want.READ, Want.WRITE)) {
          assertTrue(grants(verdict, want) > 10, () -> lock + " was hardly granted " + want);
        }
      }
    }
  }

  private static long changes(Verdict verdict, Want to) {
    return verdict.history().events().stream()
        .filter(e -> e.kind() == Kind.ASK && e.way() == Event.CHANGED && e.want().equals(to))
        .count();
  }

  private static long grants(Verdict verdict, Want want) {
    Set<Long> asked =
        verdict.history().events().stream()
            .filter(e -> e.kind() == Kind.ASK && e.want().equals(want))
            .map(e -> e.op())
            .collect(java.util.stream.Collectors.toSet());
    return verdict.history().events().stream()
        .filter(e -> e.kind() == Kind.GRANTED && asked.contains(e.op()))
        .count();
  }
}
