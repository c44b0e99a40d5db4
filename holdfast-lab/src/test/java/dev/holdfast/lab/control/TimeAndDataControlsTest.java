package dev.holdfast.lab.control;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

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

/**
 * Machines that stand still, clocks that step, servers without their data, files that are deleted,
 * and a crowd: what is wrong in a lock by that is found, and Holdfast is acquitted.
 */
@Tag("rest")
final class TimeAndDataControlsTest {
  private static final Set<String> ASKED =
      Set.of("C1", "C2", "F1", "SET", "LINEAR", "T1", "W1", "SERVED");

  @TempDir Path folder;

  @Test
  void whatTimeDoes() throws IOException {
    try (Rig rig = new Rig(folder)) {
      convicted(rig, "d6", "long-work+suspend-holder");
      acquitted(rig, "holdfast-jedis", "long-work+suspend-holder");
      convicted(rig, "server-rest", "long-work+clock-behind");
      acquitted(rig, "holdfast-lettuce", "long-work+clock-behind");
    }
  }

  @Test
  void whatLostDataDoes() throws IOException {
    try (Rig rig = new Rig(folder)) {
      convicted(rig, "row-postgres", "db-dropped");
      convicted(rig, "row-sqlite", "long-work+logs-gone");
      acquitted(rig, "holdfast-sqlite", "logs-gone");
    }
  }

  @Test
  void whatACrowdDoes() throws IOException {
    try (Rig rig = new Rig(folder)) {
      convicted(rig, "counted-sqlite", "crowd");
    }
  }

  private static void convicted(Rig rig, String control, String fault) throws IOException {
    Charge charge =
        Charge.all().stream()
            .filter(each -> each.lock().equals(control) && each.fault().id().equals(fault))
            .findFirst()
            .orElseThrow();
    assertEquals("", charge.obstacle(), "what the control needs");
    Trial trial = Trial.hold(rig, charge, 1);
    assertTrue(trial.convicted(), () -> control + " escaped under " + fault);
  }

  private static void acquitted(Rig rig, String lock, String fault) throws IOException {
    Verdict verdict = new Episode(rig, new Plan(lock, Faults.named(fault), 1)).play();
    assertEquals(
        List.of(),
        verdict.violations().stream().filter(v -> ASKED.contains(v.check())).toList(),
        () -> lock + " under " + fault);
    assertTrue(verdict.sections() > 50, () -> "only " + verdict.sections() + " sections");
  }
}
