package dev.holdfast.benchmarks.scenario;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.holdfast.benchmarks.figure.Figure;
import dev.holdfast.benchmarks.figure.Figures;
import dev.holdfast.benchmarks.run.OlderLibrary;
import dev.holdfast.benchmarks.run.Scenario;
import java.nio.file.Path;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The older library runs where it is a contender, and not only where its locks are sections. */
@Tag("rest")
final class OlderLibraryTest {
  private static final String OLDER = OlderLibrary.row("holdfast-jedis");

  @TempDir Path folder;

  @Test
  void itsClientsWaitForOneName() throws Exception {
    assertRuns(new WaitingClients(), OLDER + " 10");
  }

  @Test
  void itsLockLingers() throws Exception {
    assertRuns(new Lingering("P0"), OLDER);
  }

  private void assertRuns(Scenario scenario, String row) throws Exception {
    assertTrue(scenario.rows().contains(row), scenario.rows().toString());
    Figures figures = Measured.of(scenario, folder, 0.2, 1, Set.of(row));
    assertEquals(Map.of(), figures.failures());
    assertTrue(figures.summary(row, Figure.RATE).orElseThrow() > 0, row);
  }
}
