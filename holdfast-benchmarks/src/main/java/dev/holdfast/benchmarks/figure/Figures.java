package dev.holdfast.benchmarks.figure;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/**
 * What a scenario measured: for each row of its table (a contender, or one of several loads of it)
 * the values of every figure, round by round.
 */
public final class Figures {
  private final Map<String, Map<Figure, List<Double>>> rows = new LinkedHashMap<>();
  private final Map<String, String> failures = new LinkedHashMap<>();
  private final List<String> notes = new ArrayList<>();

  /** Puts a row into the table, in the order of the calls, before it has figures. */
  public void row(String row) {
    rows.computeIfAbsent(row, added -> new LinkedHashMap<>());
  }

  /** Adds the value of the next round. */
  public void add(String row, Figure figure, double value) {
    rows.computeIfAbsent(row, added -> new LinkedHashMap<>())
        .computeIfAbsent(figure, added -> new ArrayList<>())
        .add(value);
  }

  /** The same for something that is counted. */
  public void add(String row, Figure figure, long value) {
    add(row, figure, (double) value);
  }

  /** Says that a row could not be measured, and why: its bars have failed. */
  public void fail(String row, String why) {
    row(row);
    failures.putIfAbsent(row, why);
  }

  /** A sentence below the table. */
  public void note(String sentence) {
    notes.add(sentence);
  }

  public Set<String> rows() {
    return rows.keySet();
  }

  /** All figures that any row has, in the order in which they came. */
  public Set<Figure> figures() {
    Set<Figure> all = new LinkedHashSet<>();
    rows.values().forEach(row -> all.addAll(row.keySet()));
    return all;
  }

  /** The values of all rounds; empty if there are none. */
  public List<Double> values(String row, Figure figure) {
    return rows.getOrDefault(row, Map.of()).getOrDefault(figure, List.of());
  }

  public Optional<Double> summary(String row, Figure figure) {
    List<Double> values = values(row, figure);
    return values.isEmpty() ? Optional.empty() : Optional.of(figure.summary(values));
  }

  /** The median of the rounds' ratios: what slows a whole round down slows both down. */
  public Optional<Double> ratio(String row, String base, Figure figure) {
    List<Double> values = values(row, figure);
    List<Double> bases = values(base, figure);
    List<Double> ratios = new ArrayList<>();
    for (int round = 0; round < Math.min(values.size(), bases.size()); round++) {
      if (bases.get(round) > 0) {
        ratios.add(values.get(round) / bases.get(round));
      }
    }
    return ratios.isEmpty() ? Optional.empty() : Optional.of(Figure.median(ratios));
  }

  public Map<String, String> failures() {
    return failures;
  }

  public List<String> notes() {
    return notes;
  }
}
