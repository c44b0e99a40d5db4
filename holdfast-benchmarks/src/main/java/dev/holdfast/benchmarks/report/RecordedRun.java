package dev.holdfast.benchmarks.report;

import com.fasterxml.jackson.jr.ob.JSON;
import dev.holdfast.benchmarks.figure.Figure;
import dev.holdfast.benchmarks.figure.Figures;
import dev.holdfast.benchmarks.run.Fields;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.Map;

/** A run that was written down by {@link JsonReport}. */
final class RecordedRun {
  private final Map<?, ?> machine;
  private final Map<String, Figures> scenarios = new LinkedHashMap<>();

  private RecordedRun(Map<?, ?> machine) {
    this.machine = machine;
  }

  static RecordedRun read(Path file) throws IOException {
    Map<String, Object> all = JSON.std.mapFrom(Files.readString(file));
    RecordedRun run = new RecordedRun((Map<?, ?>) Fields.field(all, "machine"));
    for (Object scenario : Fields.list(all, "scenarios")) {
      Map<?, ?> entry = (Map<?, ?>) scenario;
      run.scenarios.put(Fields.text(entry, "id"), figures(entry));
    }
    return run;
  }

  private static Figures figures(Map<?, ?> scenario) {
    Figures figures = new Figures();
    ((Map<?, ?>) Fields.field(scenario, "rows"))
        .forEach(
            (row, values) ->
                ((Map<?, ?>) values)
                    .forEach(
                        (id, value) -> {
                          for (Object round : Fields.list((Map<?, ?>) value, "rounds")) {
                            figures.add(
                                String.valueOf(row),
                                figure(String.valueOf(id)),
                                ((Number) round).doubleValue());
                          }
                        }));
    return figures;
  }

  /** Only the id of a figure is written down. */
  private static Figure figure(String id) {
    return Figure.of(id, id, "%,.0f");
  }

  /** What the rounds of a row have in the middle. */
  double median(String scenario, String row, Figure figure) {
    return figures(scenario)
        .summary(row, figure(figure.id()))
        .orElseThrow(() -> missing(scenario, row, figure));
  }

  /** How many times as large it is as that of another row, in the same round. */
  double ratio(String scenario, String row, String over, Figure figure) {
    return figures(scenario)
        .ratio(row, over, figure(figure.id()))
        .orElseThrow(() -> missing(scenario, row + " over " + over, figure));
  }

  private Figures figures(String scenario) {
    Figures figures = scenarios.get(scenario);
    if (figures == null) {
      throw new IllegalArgumentException("the run has no scenario " + scenario);
    }
    return figures;
  }

  private static IllegalArgumentException missing(String scenario, String row, Figure figure) {
    return new IllegalArgumentException(
        "the run has no " + figure.id() + " of " + row + " in " + scenario);
  }

  /** What it was measured on. */
  Map<?, ?> machine() {
    return machine;
  }
}
