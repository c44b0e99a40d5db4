package dev.holdfast.benchmarks;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.nio.file.Path;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A lock costs two commands on a cluster, and fewer on one server, where calls share scripts. */
final class ClusterLocksTest {
  @TempDir Path folder;

  @Test
  void noneSendsMoreThanTwoCommandsForEachLock() throws Exception {
    ClusterLocks scenario = new ClusterLocks("CL0", "a test", 4);
    Figures figures = new Figures();
    Progress progress = new Progress(new PrintStream(new ByteArrayOutputStream()), false);
    try (RedisServer server = RedisServer.start(folder);
        Run run = new Run(server, 0.2, 2, Set.of(), progress, folder)) {
      scenario.measure(run, figures);
    }
    assertEquals(Map.of(), figures.failures());
    for (String row : scenario.rows()) {
      double commands = figures.summary(row, Figure.COMMANDS).orElseThrow();
      boolean sharing = !row.equals("holdfast-cluster");
      assertTrue(commands < 2.2 && commands > (sharing ? 0.4 : 1.8), row + ": " + commands);
      double rate = figures.summary(row, ServersEntrant.COMMANDS_PER_SECOND).orElseThrow();
      assertTrue(rate > 0, row);
    }
  }
}
