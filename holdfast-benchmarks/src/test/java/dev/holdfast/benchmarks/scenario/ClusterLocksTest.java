package dev.holdfast.benchmarks.scenario;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.holdfast.benchmarks.entrant.ServersEntrant;
import dev.holdfast.benchmarks.figure.Figure;
import dev.holdfast.benchmarks.figure.Figures;
import dev.holdfast.benchmarks.run.Progress;
import dev.holdfast.benchmarks.run.Run;
import dev.holdfast.benchmarks.server.RedisServer;
import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.nio.file.Path;
import java.util.Map;
import java.util.Set;
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
    Figures figures = new Figures();
    Progress progress = new Progress(new PrintStream(new ByteArrayOutputStream()), false);
    try (RedisServer server = RedisServer.start(folder);
        Run run = new Run(server, 0.2, 2, Set.of(), progress, folder)) {
      scenario.measure(run, figures);
    }
    assertEquals(Map.of(), figures.failures());
    for (String row : scenario.rows()) {
      assertEquals(2, figures.summary(row, Figure.COMMANDS).orElseThrow(), 0.2, row);
      double rate = figures.summary(row, ServersEntrant.COMMANDS_PER_SECOND).orElseThrow();
      assertTrue(rate > 0, row);
    }
  }
}
