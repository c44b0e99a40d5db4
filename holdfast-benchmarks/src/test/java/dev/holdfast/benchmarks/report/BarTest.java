package dev.holdfast.benchmarks.report;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.holdfast.benchmarks.figure.Figure;
import dev.holdfast.benchmarks.figure.Figures;
import dev.holdfast.benchmarks.report.Bar.Verdict.Kind;
import dev.holdfast.benchmarks.run.Scenario;
import dev.holdfast.benchmarks.scenario.Scenarios;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;

/** What a check concludes from figures. */
final class BarTest {
  private final Figures figures = new Figures();

  @Test
  void theMedianOfTheRoundsRatiosCounts() {
    rates("ours", 100, 10, 900);
    rates("bare", 100, 20, 1000);
    assertEquals(Kind.PASSED, judge(bar("bare", true, 0.9)));
    assertEquals(Kind.FAILED, judge(bar("bare", true, 0.91)));
  }

  @Test
  void aFigureCanStandForItself() {
    rates("ours", 3, 1, 2);
    assertEquals(Kind.PASSED, judge(bar(null, true, 2)));
    assertEquals(Kind.FAILED, judge(bar(null, true, 2.1)));
    assertEquals(Kind.PASSED, judge(bar(null, false, 2)));
    assertEquals(Kind.FAILED, judge(bar(null, false, 1.9)));
  }

  @Test
  void theWorstRoundCountsWhereAFigureSaysSo() {
    Figure worst = new Figure("rate", "", "%f", true);
    figures.add("ours", worst, 1);
    figures.add("ours", worst, 9);
    figures.add("ours", worst, 1);
    assertEquals(Kind.FAILED, judge(bar(null, false, 8)));
  }

  @Test
  void aRowThatFailedHasMissedItsBar() {
    rates("ours", 100);
    rates("bare", 1);
    figures.fail("bare", "it died");
    assertEquals(Kind.FAILED, judge(bar("bare", true, 0.9)));
  }

  @Test
  void whatWasNotAskedForHasNeitherPassedNorFailed() {
    rates("ours", 100);
    assertEquals(Kind.NOT_MEASURED, judge(bar("bare", true, 0.9)));
  }

  @Test
  void aRoundWithoutABaselineProvesNothing() {
    rates("ours", 100);
    rates("bare", 0);
    assertEquals(Kind.NOT_MEASURED, judge(bar("bare", true, 0.9)));
  }

  @Test
  void theFileOfTheRepositoryNamesRowsOfItsScenarios() throws Exception {
    Bars bars = Bars.read(Path.of(System.getProperty("holdfast.root"), "bars.json"));
    int found = 0;
    for (Scenario scenario : Scenarios.all()) {
      List<String> rows = scenario.rows();
      assertTrue(rows.containsAll(bars.rows(scenario)), scenario.id() + ": " + bars.rows(scenario));
      found += bars.of(scenario).size();
    }
    assertEquals(bars.size(), found, "every bar is of a scenario");
  }

  private void rates(String row, double... rates) {
    for (double rate : rates) {
      figures.add(row, Figure.RATE, rate);
    }
  }

  private Kind judge(Bar bar) {
    return bar.judge(figures).kind();
  }

  private static Bar bar(String over, boolean atLeast, double limit) {
    return new Bar("P0", "rate", "ours", over, atLeast, limit);
  }
}
