package dev.holdfast.benchmarks.scenario;

import dev.holdfast.benchmarks.figure.Figure;
import dev.holdfast.benchmarks.figure.Figures;
import dev.holdfast.benchmarks.job.VirtualJob;
import dev.holdfast.benchmarks.run.Crew;
import dev.holdfast.benchmarks.run.Entrant;
import dev.holdfast.benchmarks.run.Fields;
import dev.holdfast.benchmarks.run.JavaHomes;
import dev.holdfast.benchmarks.run.Jvm;
import dev.holdfast.benchmarks.run.Rotation;
import dev.holdfast.benchmarks.run.Run;
import dev.holdfast.benchmarks.run.Scenario;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * Virtual threads, each with a name of its own, beside platform threads of the same process size on
 * the same Java; and whether a virtual thread ever kept its carrier while it waited.
 */
record VirtualThreads(String id, int threads) implements Scenario {
  static final Figure PINNED = new Figure("pinned", "carriers blocked", "%.0f", true);

  private static final int FIRST_FEATURE = 21;
  private static final int PLATFORM_THREADS = 16;
  private static final String PLATFORM = "platform-threads";
  private static final List<String> FLAGS = List.of("-Xmx1g");

  @Override
  public String title() {
    return String.format(
        java.util.Locale.ROOT, "%,d virtual threads, a name for each, 1 process", threads);
  }

  @Override
  public List<String> rows() {
    return List.of(PLATFORM, "jedis-bare", "lettuce-bare", "holdfast-jedis", "holdfast-lettuce");
  }

  @Override
  public String baseline() {
    return PLATFORM;
  }

  @Override
  public void measure(Run run, Figures figures) throws Exception {
    Optional<Path> java = JavaHomes.atLeast(FIRST_FEATURE);
    if (java.isEmpty()) {
      figures.note("not run: there is no Java " + FIRST_FEATURE + " or newer here");
      return;
    }
    figures.note(
        PLATFORM + " are " + PLATFORM_THREADS + " with the same pool; all run on " + java.get());
    Rotation rotation = new Rotation(this, run, figures);
    for (String row : run.wanted(rows())) {
      boolean virtual = !row.equals(PLATFORM);
      Map<String, Object> settings =
          Map.of(
              "contender",
              virtual ? row : "holdfast-jedis",
              "redis",
              run.server().url(),
              "prefix",
              "bench:" + Long.toHexString(System.nanoTime()) + ":",
              "pool",
              PLATFORM_THREADS,
              "threads",
              virtual ? threads : PLATFORM_THREADS,
              "virtual",
              virtual);
      rotation.add(
          row,
          () ->
              new VirtualEntrant(
                  row,
                  Crew.start(
                      run, Jvm.usual().with(java.get(), FLAGS), VirtualJob.class, 1, settings)));
    }
    rotation.measure();
  }

  private record VirtualEntrant(String row, Crew crew) implements Entrant {
    @Override
    public void turn(double seconds, Figures figures) throws IOException, InterruptedException {
      Map<String, Object> result = crew.run(Map.of("seconds", seconds), seconds).get(0);
      figures.add(row, Figure.RATE, Fields.number(result, "counted") / seconds);
      figures.add(row, Figure.CLIENT_CPU, Fields.number(result, "cpuSeconds"));
      figures.add(row, PINNED, Fields.number(result, "pinned"));
    }

    @Override
    public void close() {
      crew.close();
    }
  }
}
