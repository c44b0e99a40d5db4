package dev.holdfast.benchmarks.scenario;

import dev.holdfast.benchmarks.figure.Figure;
import dev.holdfast.benchmarks.figure.Figures;
import dev.holdfast.benchmarks.job.FirstLocksJob;
import dev.holdfast.benchmarks.run.Crew;
import dev.holdfast.benchmarks.run.Entrant;
import dev.holdfast.benchmarks.run.Fields;
import dev.holdfast.benchmarks.run.Jvm;
import dev.holdfast.benchmarks.run.OlderLibrary;
import dev.holdfast.benchmarks.run.RedisLibrary;
import dev.holdfast.benchmarks.run.Rotation;
import dev.holdfast.benchmarks.run.Run;
import dev.holdfast.benchmarks.run.Scenario;
import java.io.IOException;
import java.util.List;
import java.util.Map;

/** The first locks of a JVM that has just started, its clients' connections among them. */
public record FirstLocks(String id, RedisLibrary library, int locks) implements Scenario {
  /** From before the client is opened to the last of the locks. */
  public static final Figure TOOK = Figure.of("firstLocksMillis", "first locks ms", "%,.0f");

  /** Of this, until the first lock was released. */
  static final Figure FIRST = Figure.of("firstLockMillis", "first lock ms", "%,.0f");

  static final Figure CPU = Figure.of("firstLocksCpuMillis", "client CPU ms", "%,.0f");

  private static final int ROUNDS = 5;

  @Override
  public String title() {
    return String.format(
        java.util.Locale.ROOT,
        "the first %,d locks of a JVM, beside the server, %s",
        locks,
        library.title());
  }

  @Override
  public List<String> rows() {
    return library.withOlder();
  }

  @Override
  public String baseline() {
    return library.bare();
  }

  @Override
  public void measure(Run run, Figures figures) throws Exception {
    Rotation rotation = new Rotation(this, run, figures).warm().atMostRounds(ROUNDS);
    for (String row : run.wanted(rows())) {
      rotation.add(row, () -> new FreshEntrant(row, run.jvm(row), run, locks));
    }
    rotation.measure();
  }

  private record FreshEntrant(String row, Jvm jvm, Run run, int locks) implements Entrant {
    @Override
    public void turn(double seconds, Figures figures) throws IOException, InterruptedException {
      Map<String, Object> settings =
          Map.of(
              "contender",
              OlderLibrary.contender(row),
              "redis",
              run.server().url(),
              "name",
              "bench:" + Long.toHexString(System.nanoTime()));
      try (Crew crew = Crew.start(run, jvm, FirstLocksJob.class, 1, settings)) {
        Map<String, Object> result = crew.run(Map.of("locks", locks), 0).get(0);
        figures.add(row, TOOK, Fields.number(result, "tookNanos") / 1e6);
        figures.add(row, FIRST, Fields.number(result, "firstNanos") / 1e6);
        figures.add(row, CPU, Fields.number(result, "cpuSeconds") * 1e3);
      }
    }

    @Override
    public void close() {
      // Each turn ends its process.
    }
  }
}
