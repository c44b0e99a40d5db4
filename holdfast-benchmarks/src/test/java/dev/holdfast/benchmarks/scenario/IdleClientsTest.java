package dev.holdfast.benchmarks.scenario;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.holdfast.benchmarks.figure.Figures;
import dev.holdfast.benchmarks.job.IdleJob.Task;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Minutes of a second. */
@Tag("rest")
final class IdleClientsTest {
  private static final double MINUTE = 1 / 60.0;
  private static final List<String> ROWS = List.of("holdfast-url-jedis", "holdfast-sqlite");

  @TempDir Path folder;

  @ParameterizedTest
  @EnumSource
  void everyTaskIsMeasuredInAServerAndInAFile(Task task) throws Exception {
    IdleClients scenario = new IdleClients("I0", task, 10, ROWS);
    Figures figures = Measured.of(scenario, folder, MINUTE, 1, Set.of());
    assertEquals(Map.of(), figures.failures());
    for (String row : ROWS) {
      assertTrue(figures.summary(row, HeldLeases.CLIENT).isPresent(), row);
      assertTrue(figures.summary(row, IdleClients.WAKE_UPS).orElseThrow() > 0, row);
      assertEquals(0, figures.summary(row, HeldLeases.LOST).orElseThrow(), row);
    }
  }

  @Test
  void aClientOfTheRecipeIsMeasuredWithNothingToDo() throws Exception {
    IdleClients scenario = new IdleClients("I0", Task.NOTHING, 1, IdleClients.BARE);
    Figures figures = Measured.of(scenario, folder, MINUTE, 1, Set.of());
    assertEquals(Map.of(), figures.failures());
    for (String row : IdleClients.BARE) {
      assertTrue(figures.summary(row, HeldLeases.CLIENT).isPresent(), row);
      assertEquals(0, figures.summary(row, IdleClients.SCRIPTS).orElseThrow(), row);
    }
  }
}
