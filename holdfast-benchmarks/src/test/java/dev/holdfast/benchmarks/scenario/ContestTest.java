package dev.holdfast.benchmarks.scenario;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.holdfast.benchmarks.contender.NoLock;
import dev.holdfast.benchmarks.figure.Figure;
import dev.holdfast.benchmarks.figure.Figures;
import dev.holdfast.benchmarks.report.TextReport;
import java.nio.file.Path;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A whole contest: a server, two processes for each contender, turns. */
@Tag("rest")
final class ContestTest {
  private static final String LOCK = "jedis-spin";

  @TempDir Path folder;

  @Test
  void whoExcludesIsMeasuredAndWhoDoesNotFails() throws Exception {
    Contest contest =
        new Contest("P0", "a test", LOCK, 2, 2, 1, List.of(LOCK, NoLock.ID, "not-there"));
    Figures figures = Measured.of(contest, folder);
    assertEquals(Set.of(NoLock.ID, "not-there"), figures.failures().keySet());
    assertTrue(
        String.valueOf(figures.failures().get(NoLock.ID)).startsWith("not exclusive"),
        figures.failures().toString());
    assertEquals(2, figures.values(LOCK, Figure.RATE).size());
    assertTrue(figures.summary(LOCK, Figure.RATE).orElseThrow() > 0);
    // One to try at the least and one to end it; the script calls GET and DEL.
    assertTrue(figures.summary(LOCK, Figure.COMMANDS).orElseThrow() >= 2);
    assertEquals(2, figures.summary(LOCK, Figure.SCRIPT_CALLS).orElseThrow(), 0.2);
    String report = new TextReport(contest, figures).text(List.of());
    assertFalse(report.contains("NaN"), report);
    assertTrue(report.contains("not-there was not measured"), report);
  }
}
