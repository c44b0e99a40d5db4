package dev.holdfast.lab.episode;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.holdfast.lab.nemesis.Faults;
import java.io.IOException;
import java.util.List;
import java.util.Set;

/** An episode of a lock under a fault in which none of some checks found anything. */
public final class Acquittal {
  private Acquittal() {}

  /** Plays it; what came of it. */
  public static Verdict of(Rig rig, String lock, String fault, Set<String> checks)
      throws IOException {
    Verdict verdict = new Episode(rig, new Plan(lock, Faults.named(fault), 1)).play();
    assertEquals(
        List.of(), verdict.violations().stream().filter(v -> checks.contains(v.check())).toList());
    assertTrue(verdict.sections() > 50, () -> "only " + verdict.sections() + " sections");
    return verdict;
  }
}
