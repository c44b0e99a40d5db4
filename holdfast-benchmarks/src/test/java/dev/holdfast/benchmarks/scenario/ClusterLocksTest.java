package dev.holdfast.benchmarks.scenario;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.holdfast.benchmarks.entrant.ServersEntrant;
import dev.holdfast.benchmarks.figure.Figure;
import dev.holdfast.benchmarks.figure.Figures;
import java.nio.file.Path;
import java.util.Map;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A lock that is alone costs as many commands on a cluster as on one server. */
@Tag("rest")
final class ClusterLocksTest {
  @TempDir Path folder;

  @Test
  void bothSendTwoCommandsForEachLock() throws Exception {
    ClusterLocks scenario = new ClusterLocks("CL0", "a test", 1);
    Figures figures = Measured.of(scenario, folder);
    assertEquals(Map.of(), figures.failures());
    for (String row : scenario.rows()) {
      assertEquals(2, figures.summary(row, Figure.COMMANDS).orElseThrow(), 0.2, row);
      double rate = figures.summary(row, ServersEntrant.COMMANDS_PER_SECOND).orElseThrow();
      assertTrue(rate > 0, row);
    }
  }
}
