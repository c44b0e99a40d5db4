package dev.holdfast.benchmarks.report;

import com.fasterxml.jackson.jr.ob.JSON;
import dev.holdfast.benchmarks.run.Fields;
import dev.holdfast.benchmarks.run.Scenario;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * The bars of a file: {@code {"bars": [{"scenario": "P1", "figure": "rate", "of": "…", "over": "…",
 * "atLeast": 0.9}, …]}}, with {@code atMost} for figures that should be small.
 */
public final class Bars {
  private final List<Bar> bars;

  private Bars(List<Bar> bars) {
    this.bars = bars;
  }

  public static Bars read(Path file) throws IOException {
    List<Bar> bars = new ArrayList<>();
    for (Object entry : Fields.list(JSON.std.mapFrom(Files.readString(file)), "bars")) {
      bars.add(bar((Map<?, ?>) entry));
    }
    return new Bars(bars);
  }

  private static Bar bar(Map<?, ?> entry) {
    boolean atLeast = entry.containsKey("atLeast");
    Object over = entry.get("over");
    return new Bar(
        Fields.text(entry, "scenario"),
        Fields.text(entry, "figure"),
        Fields.text(entry, "of"),
        over == null ? null : String.valueOf(over),
        atLeast,
        Fields.number(entry, atLeast ? "atLeast" : "atMost"));
  }

  public List<Bar> of(Scenario scenario) {
    return bars.stream().filter(bar -> bar.scenario().equals(scenario.id())).toList();
  }

  int size() {
    return bars.size();
  }

  /** The rows that a scenario's bars name: all that a check has to measure. */
  public Set<String> rows(Scenario scenario) {
    Set<String> rows = new LinkedHashSet<>();
    for (Bar bar : of(scenario)) {
      rows.add(bar.of());
      if (bar.over() != null) {
        rows.add(bar.over());
      }
    }
    return rows;
  }
}
