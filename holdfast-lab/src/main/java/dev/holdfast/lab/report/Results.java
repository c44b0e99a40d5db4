package dev.holdfast.lab.report;

import dev.holdfast.lab.episode.Verdict;
import dev.holdfast.lab.nemesis.Fault;
import dev.holdfast.lab.score.Score;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;

/** What the episodes of a run came to, by lock and fault. Histories are not kept. */
final class Results {
  /** The episodes of one lock under one fault. */
  static final class Cell {
    final String lock;
    final String fault;
    final boolean exclusive;
    final List<Long> seeds = new ArrayList<>();
    final List<Long> recoveries = new ArrayList<>();
    final Map<String, Integer> violations = new TreeMap<>();
    int counted;
    int sections;
    Duration overrun = Duration.ZERO;

    Cell(String lock, Fault fault) {
      this.lock = lock;
      this.fault = fault.id();
      this.exclusive = fault.exclusive();
    }

    /** A recovery time that so many in a hundred did not exceed, in ms; -1 if there is none. */
    long recovery(int percent) {
      return percentile(recoveries, percent);
    }
  }

  /** An episode that showed a violation. */
  record Failure(String command, List<String> violations, String story) {}

  private final Map<String, Cell> cells = new LinkedHashMap<>();
  private final List<Failure> failures = new ArrayList<>();
  private final Map<String, String> notRun = new LinkedHashMap<>();
  private final List<Score> scores = new ArrayList<>();
  private final List<String> notes = new ArrayList<>();
  private String version = "";

  void version(String version) {
    this.version = version;
  }

  String version() {
    return version;
  }

  /** An episode that came to nothing, by no fault of the lock's that is known. */
  void broken(String why) {
    notRun.put("episode " + (episodes() + 1), why);
  }

  /** A fault or a lock that there can be none of here. */
  void notRun(String id, String why) {
    notRun.put(id, why);
  }

  Map<String, String> notRun() {
    return notRun;
  }

  void measured(List<Score> scores) {
    this.scores.addAll(scores);
  }

  void note(List<String> notes) {
    this.notes.addAll(notes);
  }

  /** What was measured. */
  List<Score> scores() {
    return scores;
  }

  /** What is to be read beside the scores. */
  List<String> notes() {
    return notes;
  }

  void add(Verdict v, String story) {
    String key = v.plan().lock() + " " + v.plan().fault().id();
    Cell cell = cells.computeIfAbsent(key, k -> new Cell(v.plan().lock(), v.plan().fault()));
    cell.seeds.add(v.plan().seed());
    cell.counted += v.counts() ? 1 : 0;
    cell.sections += v.sections();
    v.recovery().ifPresent(r -> cell.recoveries.add(r.toMillis()));
    cell.overrun = v.overrun().compareTo(cell.overrun) > 0 ? v.overrun() : cell.overrun;
    v.violations().forEach(x -> cell.violations.merge(x.check(), 1, Integer::sum));
    if (!v.violations().isEmpty()) {
      failures.add(
          new Failure(
              v.plan().command(),
              v.violations().stream().limit(10).map(x -> x.check() + ": " + x.text()).toList(),
              story));
    }
  }

  List<Cell> cells() {
    return List.copyOf(cells.values());
  }

  List<Failure> failures() {
    return failures;
  }

  boolean violated() {
    return !failures.isEmpty();
  }

  int episodes() {
    return cells.values().stream().mapToInt(c -> c.seeds.size()).sum();
  }

  int counted() {
    return cells.values().stream().mapToInt(c -> c.counted).sum();
  }

  int sections() {
    return cells.values().stream().mapToInt(c -> c.sections).sum();
  }

  /** One line. */
  String summary() {
    List<Long> all = cells.values().stream().flatMap(c -> c.recoveries.stream()).toList();
    return String.format(
        Locale.ROOT,
        "%d episodes, %d of them with load enough, %d critical sections, %d with violations;"
            + " recovery p50 %d ms, p99 %d ms",
        episodes(),
        counted(),
        sections(),
        failures.size(),
        percentile(all, 50),
        percentile(all, 99));
  }

  private static long percentile(List<Long> values, int percent) {
    List<Long> sorted = values.stream().sorted().toList();
    return sorted.isEmpty()
        ? -1
        : sorted.get(Math.min(sorted.size() - 1, sorted.size() * percent / 100));
  }
}
