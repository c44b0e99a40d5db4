package dev.holdfast.lab.report;

import dev.holdfast.lab.bugs.RealBug;
import dev.holdfast.lab.bugs.RealBugs;
import dev.holdfast.lab.check.Violation;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Collectors;

/** Puts each bug that can show into real clients: all of them must be found in time. */
final class SeededBugs {
  private final Options options;
  private final Results results;
  private final PrintStream out;

  SeededBugs(Options options, Results results, PrintStream out) {
    this.options = options;
    this.results = results;
    this.out = out;
  }

  /** Whether each was found. */
  boolean run(Path folder) throws IOException {
    List<RealBug> bugs =
        RealBugs.all().stream()
            .filter(bug -> options.bugNames.isEmpty() || options.bugNames.contains(bug.bug()))
            .toList();
    int found = 0;
    out.printf("%-36s %-31s %8s %6s  %s%n", "bug", "fault", "episodes", "s", "found by");
    for (RealBug bug : bugs) {
      RealBug.Find find = bug.search(folder.resolve(bug.bug()), options.seed);
      found += find.convicted() ? 1 : 0;
      results.add(
          find.last(), find.last().violations().isEmpty() ? "" : new Timeline(find.last()).text());
      tell(find);
    }
    out.println(
        found + " of " + bugs.size() + " found within " + RealBug.TIME.toSeconds() + " s each");
    RealBugs.hidden().forEach((bug, why) -> out.println("not shown here: " + bug + ": " + why));
    return found == bugs.size();
  }

  private void tell(RealBug.Find find) {
    Map<String, Long> counts =
        find.last().violations().stream()
            .collect(Collectors.groupingBy(Violation::check, TreeMap::new, Collectors.counting()));
    out.printf(
        Locale.ROOT,
        "%-36s %-31s %8d %6.1f  %s%s%n",
        find.bug().bug(),
        find.bug().fault().id(),
        find.episodes(),
        find.time().toMillis() / 1e3,
        find.convicted() ? "" : "ESCAPED ",
        Controls.text(counts));
  }
}
