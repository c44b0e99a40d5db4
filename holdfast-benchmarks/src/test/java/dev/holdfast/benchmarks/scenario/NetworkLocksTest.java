package dev.holdfast.benchmarks.scenario;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.holdfast.benchmarks.entrant.OwnNamesEntrant;
import dev.holdfast.benchmarks.figure.Figure;
import dev.holdfast.benchmarks.figure.Figures;
import dev.holdfast.benchmarks.report.TextReport;
import dev.holdfast.benchmarks.run.OlderLibrary;
import dev.holdfast.benchmarks.run.Progress;
import dev.holdfast.benchmarks.run.RedisLibrary;
import dev.holdfast.benchmarks.run.Repository;
import dev.holdfast.benchmarks.run.Run;
import dev.holdfast.benchmarks.server.RedisServer;
import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A whole scenario of the network: a server, the delay's process, and those of contenders. */
@Tag("rest")
final class NetworkLocksTest {
  private static final int MICROS = 2_000;

  private static final OlderLibrary OLDER =
      new OlderLibrary(Repository.root(), OlderLibrary.COMMIT);

  @TempDir Path folder;

  @Test
  void eachNumberOfThreadsIsMeasuredBehindTheDelay() throws Exception {
    NetworkLocks scenario =
        new NetworkLocks(
            "N0", MICROS, 1, RedisLibrary.JEDIS, RedisLibrary.JEDIS.contenders(), List.of(1, 2, 3));
    Figures figures = new Figures();
    Progress progress = new Progress(new PrintStream(new ByteArrayOutputStream()), false);
    try (RedisServer server = RedisServer.startWithLocalAddress(folder);
        Run run =
            new Run(
                server,
                0.2,
                2,
                new Run.Choice(Set.of("holdfast-jedis", "jedis-bare"), Set.of(1, 3), OLDER),
                progress,
                folder)) {
      scenario.measure(run, figures);
    }
    assertEquals(Map.of(), figures.failures());
    assertEquals(
        Set.of("jedis-bare 1", "holdfast-jedis 1", "jedis-bare 3", "holdfast-jedis 3"),
        figures.rows());
    for (String row : figures.rows()) {
      assertEquals(2, figures.values(row, Figure.RATE).size(), row);
      assertTrue(value(figures, row, Figure.P50) > 0.9 * MICROS, row);
      assertEquals(MICROS, value(figures, row, OwnNamesEntrant.DELAY), 0.5 * MICROS, row);
      assertTrue(value(figures, row, OwnNamesEntrant.CPU_PER_LOCK) > 1, row);
    }
    String report = new TextReport(scenario, figures).text(List.of());
    assertTrue(report.contains("× jedis-bare"), report);
    assertTrue(report.contains("jedis-bare 3: "), report);
  }

  private static double value(Figures figures, String row, Figure figure) {
    return figures.summary(row, figure).orElseThrow();
  }
}
