package dev.holdfast.benchmarks.scenario;

import dev.holdfast.benchmarks.figure.Figures;
import dev.holdfast.benchmarks.run.Progress;
import dev.holdfast.benchmarks.run.Run;
import dev.holdfast.benchmarks.run.Scenario;
import dev.holdfast.benchmarks.server.RedisServer;
import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.nio.file.Path;
import java.util.Set;

/** A scenario, measured in short turns on a server of its own. */
final class Measured {
  private Measured() {}

  /** All rows, in two turns of a fifth of a second each. */
  static Figures of(Scenario scenario, Path folder) throws Exception {
    return of(scenario, folder, 0.2, 2, Set.of());
  }

  /** These rows, or all where none is named. */
  static Figures of(Scenario scenario, Path folder, double seconds, int rounds, Set<String> rows)
      throws Exception {
    Figures figures = new Figures();
    Progress progress = new Progress(new PrintStream(new ByteArrayOutputStream()), false);
    try (RedisServer server = RedisServer.start(folder);
        Run run = new Run(server, seconds, rounds, rows, progress, folder)) {
      scenario.measure(run, figures);
    }
    return figures;
  }
}
