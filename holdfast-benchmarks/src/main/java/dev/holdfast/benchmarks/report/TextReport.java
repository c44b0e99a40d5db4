package dev.holdfast.benchmarks.report;

import com.github.freva.asciitable.AsciiTable;
import com.github.freva.asciitable.Column;
import com.github.freva.asciitable.HorizontalAlign;
import dev.holdfast.benchmarks.entrant.OwnNamesEntrant;
import dev.holdfast.benchmarks.figure.Figure;
import dev.holdfast.benchmarks.figure.Figures;
import dev.holdfast.benchmarks.report.Bar.Verdict;
import dev.holdfast.benchmarks.run.Scenario;
import dev.holdfast.benchmarks.scenario.FirstLocks;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Locale;
import java.util.Set;

/** A scenario's figures as a table for people: a row for each contender, medians in the columns. */
public final class TextReport {
  private static final String NONE = "";

  /** Beside these stands their ratio to the baseline's. */
  private static final Set<Figure> COMPARED =
      Set.of(Figure.RATE, OwnNamesEntrant.CPU_PER_LOCK, FirstLocks.TOOK);

  private final Scenario scenario;
  private final Figures figures;

  public TextReport(Scenario scenario, Figures figures) {
    this.scenario = scenario;
    this.figures = figures;
  }

  public String text(List<Verdict> verdicts) {
    StringBuilder text = new StringBuilder();
    text.append(scenario.id()).append(": ").append(scenario.title()).append('\n');
    text.append(table()).append('\n');
    figures.failures().forEach((row, why) -> line(text, row + " was not measured: " + why));
    figures.notes().forEach(note -> line(text, note));
    for (Verdict verdict : verdicts) {
      line(text, verdict.kind().word() + "  " + verdict.bar() + ": " + verdict.value());
    }
    return text.toString();
  }

  private static void line(StringBuilder text, String line) {
    text.append("  ").append(line).append('\n');
  }

  private String table() {
    List<Figure> shown = new ArrayList<>(figures.figures());
    List<Column> columns = new ArrayList<>();
    columns.add(new Column().header("").dataAlign(HorizontalAlign.LEFT));
    for (Figure figure : shown) {
      columns.add(column(figure.heading(), 11));
      if (figure.equals(Figure.RATE)) {
        columns.add(column("from - to", 23));
      }
      if (isCompared(figure)) {
        columns.add(column("× " + scenario.baseline(), 16));
      }
    }
    String[][] cells =
        figures.rows().stream()
            .map(row -> cells(row, shown).toArray(String[]::new))
            .toArray(String[][]::new);
    return AsciiTable.getTable(
        AsciiTable.BASIC_ASCII_NO_DATA_SEPARATORS, columns.toArray(Column[]::new), cells);
  }

  private static Column column(String heading, int width) {
    return new Column().header(heading).dataAlign(HorizontalAlign.RIGHT).maxWidth(width);
  }

  private List<String> cells(String row, List<Figure> shown) {
    List<String> cells = new ArrayList<>();
    cells.add(row);
    for (Figure figure : shown) {
      cells.add(figures.summary(row, figure).map(figure::text).orElse(NONE));
      if (figure.equals(Figure.RATE)) {
        cells.add(range(row));
      }
      if (isCompared(figure)) {
        cells.add(ratio(row, figure));
      }
    }
    return cells;
  }

  private String range(String row) {
    List<Double> values = figures.values(row, Figure.RATE);
    return values.isEmpty()
        ? NONE
        : Figure.RATE.text(Collections.min(values))
            + " - "
            + Figure.RATE.text(Collections.max(values));
  }

  private boolean isCompared(Figure figure) {
    return COMPARED.contains(figure) && !scenario.baseline().isEmpty();
  }

  private String ratio(String row, Figure figure) {
    return figures
        .ratio(row, scenario.baseline(row), figure)
        .map(ratio -> String.format(Locale.ROOT, ratio < 0.1 ? "%.4f" : "%.2f", ratio))
        .orElse(NONE);
  }
}
