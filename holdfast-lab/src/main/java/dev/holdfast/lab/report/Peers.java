package dev.holdfast.lab.report;

import dev.holdfast.lab.check.Violation;
import dev.holdfast.lab.episode.Episode;
import dev.holdfast.lab.episode.Plan;
import dev.holdfast.lab.episode.Rig;
import dev.holdfast.lab.episode.Verdict;
import dev.holdfast.lab.nemesis.Fault;
import dev.holdfast.lab.nemesis.Faults;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;

/**
 * Other libraries and Holdfast in the same episodes, and what the checks found in each.
 *
 * <p>Asked of all is what any lock is for: one holder, no stale write, no lost update, that work
 * goes on, and of those with tokens that they grow. What only Holdfast claims (the order of the
 * queue, nothing left behind) is not asked of the others.
 */
final class Peers {
  private static final Set<String> ASKED = Set.of("C1", "C2", "SET", "F1", "W1");

  private static final List<String> LOCKS =
      List.of(
          "redisson",
          "redisson-fenced",
          "spring",
          "shedlock",
          "shedlock-safe",
          "holdfast-without-tokens",
          "holdfast-jedis",
          "holdfast-lettuce");

  private static final List<String> FAULTS =
      List.of(
          "calm",
          "long-work",
          "stop-client",
          "long-work+stop-each",
          "long-work+kill-client",
          "restart-server",
          "restart-empty",
          "partition",
          "lost-replies",
          "pubsub-kill");

  /** So many episodes of each lock under each fault, if nothing else is said. */
  private static final int ROUNDS = 2;

  private final Options options;
  private final Results results;
  private final PrintStream out;
  private boolean violated;

  Peers(Options options, Results results, PrintStream out) {
    this.options = options;
    this.results = results;
    this.out = out;
  }

  /** Whether nothing was found in Holdfast; what was found in the others is not a failure here. */
  boolean run(Path folder) throws IOException {
    List<Fault> faults =
        options.only ? options.faults : FAULTS.stream().map(Faults::named).toList();
    List<String> locks = options.stored ? options.locks : LOCKS;
    int rounds = options.episodes == Integer.MAX_VALUE ? ROUNDS : options.episodes;
    print("fault", "lock", "token", "episodes", "counted", "sections", "found");
    try (Rig rig = new Rig(folder)) {
      results.version(rig.server().version());
      for (Fault fault : faults) {
        for (String lock : locks) {
          play(rig, fault, lock, rounds);
        }
      }
    }
    return !violated;
  }

  private void play(Rig rig, Fault fault, String lock, int rounds) throws IOException {
    Map<String, Long> found = new TreeMap<>();
    int counted = 0;
    int sections = 0;
    boolean tokens = false;
    for (int round = 0; round < rounds; round++) {
      // What one lock leaves behind is not the next one's residue.
      rig.server().call("FLUSHALL");
      Verdict verdict = new Episode(rig, new Plan(lock, fault, options.seed + round)).play();
      List<Violation> asked =
          verdict.violations().stream().filter(v -> ASKED.contains(v.check())).toList();
      asked.forEach(v -> found.merge(v.check(), 1L, Long::sum));
      counted += verdict.counts() ? 1 : 0;
      sections += verdict.sections();
      tokens |= verdict.history().events().stream().anyMatch(e -> e.token() != 0);
      boolean ours = lock.startsWith("holdfast-") && !lock.endsWith("-tokens");
      violated |= ours && !verdict.violations().isEmpty();
      Verdict shown = ours ? verdict : with(asked, verdict);
      results.add(shown, shown.violations().isEmpty() ? "" : new Timeline(shown).text());
    }
    print(
        fault.id(),
        lock,
        tokens ? "yes" : "no",
        rounds,
        counted,
        sections,
        found.isEmpty() ? "nothing" : Controls.text(found));
  }

  private static Verdict with(List<Violation> violations, Verdict v) {
    return new Verdict(
        v.plan(),
        v.exclusive(),
        v.sections(),
        v.before(),
        v.after(),
        v.recovery(),
        v.overrun(),
        violations,
        v.history());
  }

  private void print(Object... columns) {
    out.printf(Locale.ROOT, "%-22s %-24s %-5s %8s %7s %8s  %s%n", columns);
  }
}
