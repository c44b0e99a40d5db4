package dev.holdfast.benchmarks.report;

import com.fasterxml.jackson.jr.ob.JSON;
import dev.holdfast.benchmarks.figure.Figure;
import dev.holdfast.benchmarks.figure.Figures;
import dev.holdfast.benchmarks.report.Bar.Verdict;
import dev.holdfast.benchmarks.run.Scenario;
import java.io.IOException;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** A run as JSON: the machine, and every figure of every round. */
public final class JsonReport {
  private final Machine machine;
  private final List<Map<String, Object>> scenarios = new ArrayList<>();

  public JsonReport(Machine machine) {
    this.machine = machine;
  }

  public void add(Scenario scenario, Figures figures, List<Verdict> verdicts) {
    Map<String, Object> entry = new LinkedHashMap<>();
    entry.put("id", scenario.id());
    entry.put("title", scenario.title());
    entry.put("baseline", scenario.baseline());
    Map<String, Object> rows = new LinkedHashMap<>();
    for (String row : figures.rows()) {
      rows.put(row, row(scenario, figures, row));
    }
    entry.put("rows", rows);
    entry.put("failures", figures.failures());
    entry.put("notes", figures.notes());
    entry.put("bars", verdicts.stream().map(JsonReport::verdict).toList());
    scenarios.add(entry);
  }

  private static Map<String, Object> row(Scenario scenario, Figures figures, String row) {
    Map<String, Object> values = new LinkedHashMap<>();
    for (Figure figure : figures.figures()) {
      figures
          .summary(row, figure)
          .ifPresent(
              summary -> {
                Map<String, Object> entry = new LinkedHashMap<>();
                entry.put("summary", summary);
                figures
                    .ratio(row, scenario.baseline(row), figure)
                    .ifPresent(ratio -> entry.put("ratio", ratio));
                entry.put("rounds", figures.values(row, figure));
                values.put(figure.id(), entry);
              });
    }
    return values;
  }

  private static Map<String, Object> verdict(Verdict verdict) {
    return Map.of(
        "bar", verdict.bar().toString(),
        "verdict", verdict.kind().name(),
        "value", verdict.value());
  }

  public String text() throws IOException {
    Map<String, Object> all = new LinkedHashMap<>();
    all.put("machine", machine.fields());
    all.put("scenarios", scenarios);
    return JSON.std.with(JSON.Feature.PRETTY_PRINT_OUTPUT).asString(all);
  }
}
