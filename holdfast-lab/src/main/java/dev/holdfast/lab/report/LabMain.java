package dev.holdfast.lab.report;

import dev.holdfast.lab.episode.Episode;
import dev.holdfast.lab.episode.Plan;
import dev.holdfast.lab.episode.Rig;
import dev.holdfast.lab.episode.Verdict;
import dev.holdfast.lab.nemesis.Faults;
import java.nio.file.Path;
import java.util.Map;

/** The program {@code lab}. */
public final class LabMain {
  private LabMain() {}

  public static void main(String[] arguments) throws Exception {
    String only = "kill-client";
    String store = "holdfast-jedis";
    long seed = 1;
    for (int i = 0; i + 1 < arguments.length; i += 2) {
      switch (arguments[i]) {
        case "--only" -> only = arguments[i + 1];
        case "--store" -> store = arguments[i + 1];
        case "--seed" -> seed = Long.parseLong(arguments[i + 1]);
        default -> throw new IllegalArgumentException(arguments[i]);
      }
    }
    Path folder = Path.of("holdfast-lab", "target", "lab", "run" + ProcessHandle.current().pid());
    try (Rig rig = new Rig(folder, Map.of())) {
      Verdict verdict = new Episode(rig, new Plan(store, Faults.named(only), seed)).play();
      System.out.printf(
          "%s: %d sections, %.0f/s before, %.0f/s after, recovery %s, overrun %s, counts %s%n",
          verdict.plan().command(),
          verdict.sections(),
          verdict.before(),
          verdict.after(),
          verdict.recovery(),
          verdict.overrun(),
          verdict.counts());
      verdict.violations().forEach(v -> System.out.println("VIOLATION " + v));
      System.exit(verdict.violations().isEmpty() ? 0 : 1);
    }
  }
}
