package dev.holdfast.lab.report;

import dev.holdfast.lab.check.Violation;
import dev.holdfast.lab.control.Charge;
import dev.holdfast.lab.control.Trial;
import dev.holdfast.lab.episode.Rig;
import dev.holdfast.lab.episode.Verdict;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Collectors;

/** Brings all controls before the checks, and tells which were convicted: all must be. */
final class Controls {
  private final Options options;
  private final Results results;
  private final PrintStream out;

  Controls(Options options, Results results, PrintStream out) {
    this.options = options;
    this.results = results;
    this.out = out;
  }

  /** Whether each was convicted. */
  boolean run(Path folder) throws IOException {
    List<Charge> charges = charges();
    int convicted = 0;
    print("control", "fault", "flaw", "seed", "episodes", "convicted by");
    try (Rig rig = new Rig(folder)) {
      for (Charge charge : charges) {
        Trial trial = Trial.hold(rig, charge, options.seed);
        convicted += trial.convicted() ? 1 : 0;
        results.version(rig.versions());
        Verdict last = trial.last();
        results.add(last, last.violations().isEmpty() ? "" : new Timeline(last).text());
        tell(trial);
      }
    }
    out.println(convicted + " of " + charges.size() + " convicted");
    return convicted == charges.size();
  }

  private List<Charge> charges() {
    if (options.stored) {
      options.locks.forEach(Charge::against);
    }
    List<Charge> charges = new ArrayList<>(Charge.all());
    charges.removeIf(
        charge -> {
          String obstacle = charge.obstacle();
          if (!obstacle.isEmpty()) {
            out.println("not run: " + charge.lock() + ", as " + obstacle);
          }
          return !obstacle.isEmpty() || (options.stored && !options.locks.contains(charge.lock()));
        });
    return charges;
  }

  private void tell(Trial trial) {
    Charge charge = trial.charge();
    print(
        charge.lock(),
        charge.fault().id(),
        charge.flaw(),
        trial.last().plan().seed(),
        trial.episodes(),
        (trial.convicted() ? "" : "ESCAPED, " + trial.last().sections() + " sections ")
            + checks(charge, trial.last().violations()));
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

  /** Each check, and how often it found something. */
  static String text(Map<String, Long> counts) {
    return counts.entrySet().stream()
        .map(e -> e.getKey() + " " + e.getValue())
        .collect(Collectors.joining(", "));
  }

  private void print(Object... columns) {
    out.printf(Locale.ROOT, "%-12s %-29s %-31s %4s %8s  %s%n", columns);
  }
}
