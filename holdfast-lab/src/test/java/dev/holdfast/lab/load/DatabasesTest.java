package dev.holdfast.lab.load;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.holdfast.lab.database.Database;
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
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Rows of a real database as locks, under load and a fault: nobody is beside anybody. */
@Tag("rest")
final class DatabasesTest {
  private static final Set<String> SAFETY = Set.of("C1", "C2", "F1", "SET", "LINEAR");

  @TempDir Path folder;

  @ParameterizedTest
  @CsvSource({"holdfast-postgres, db-end-sessions", "holdfast-mariadb, restart-server"})
  void nobodyIsBesideAnybody(String lock, String fault) throws IOException {
    String obstacle = Database.of(lock).orElseThrow().obstacle();
    assumeTrue(obstacle.isEmpty(), obstacle);
    try (Rig rig = new Rig(folder)) {
      Verdict verdict = new Episode(rig, new Plan(lock, Faults.named(fault), 1)).play();
      assertEquals(
          List.of(),
          verdict.violations().stream()
              .filter(v -> SAFETY.contains(v.check()) || v.text().contains("thread:"))
              .toList());
      assertTrue(verdict.sections() > 50, () -> "only " + verdict.sections() + " sections");
    }
  }
}
