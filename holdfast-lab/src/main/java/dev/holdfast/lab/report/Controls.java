package dev.holdfast.lab.report;

import dev.holdfast.lab.check.Violation;
import dev.holdfast.lab.control.Charge;
import dev.holdfast.lab.control.Trial;
import dev.holdfast.lab.episode.Rig;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Collectors;

/** Brings all controls before the checks, and tells which were convicted: all must be. */
final class Controls {
  private final PrintStream out;

  Controls(PrintStream out) {
    this.out = out;
  }

  /** Whether each was convicted. */
  boolean run(Path folder, long seed) throws IOException {
    List<Charge> charges = Charge.all();
    int convicted = 0;
    print("control", "fault", "flaw", "seed", "episodes", "convicted by");
    try (Rig rig = new Rig(folder)) {
      for (Charge charge : charges) {
        Trial trial = Trial.hold(rig, charge, seed);
        convicted += trial.proof().isPresent() ? 1 : 0;
        tell(trial);
      }
    }
    out.println(convicted + " of " + charges.size() + " convicted");
    return convicted == charges.size();
  }

  private void tell(Trial trial) {
    Charge charge = trial.charge();
    print(
        charge.lock(),
        charge.fault().id(),
        charge.flaw(),
        trial.proof().map(v -> String.valueOf(v.plan().seed())).orElse("-"),
        String.valueOf(trial.episodes()),
        trial.proof().map(v -> checks(charge, v.violations())).orElse("none: ESCAPED"));
  }

  /** Those that the charge names, and what else was found. */
  private static String checks(Charge charge, List<Violation> violations) {
    Map<Boolean, Map<String, Long>> counts =
        violations.stream()
            .collect(
                Collectors.partitioningBy(
                    v -> charge.checks().contains(v.check()),
                    Collectors.groupingBy(Violation::check, TreeMap::new, Collectors.counting())));
    Map<String, Long> others = counts.getOrDefault(false, Map.of());
    return text(counts.getOrDefault(true, Map.of()))
        + (others.isEmpty() ? "" : " (also " + text(others) + ")");
  }

  private static String text(Map<String, Long> counts) {
    return counts.entrySet().stream()
        .map(e -> e.getKey() + " " + e.getValue())
        .collect(Collectors.joining(", "));
  }

  private void print(
      String control, String fault, String flaw, String seed, String episodes, String checks) {
    out.printf(
        Locale.ROOT,
        "%-12s %-12s %-34s %5s %9s  %s%n",
        control,
        fault,
        flaw,
        seed,
        episodes,
        checks);
  }
}
