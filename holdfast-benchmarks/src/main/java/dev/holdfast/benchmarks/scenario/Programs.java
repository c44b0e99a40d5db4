package dev.holdfast.benchmarks.scenario;

import dev.holdfast.benchmarks.figure.Figure;
import dev.holdfast.benchmarks.figure.Figures;
import dev.holdfast.benchmarks.run.Children;
import dev.holdfast.benchmarks.run.Run;
import dev.holdfast.benchmarks.run.Scenario;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;

/** What {@code holdfast run} adds to the shortest command there is, from start to end. */
record Programs(String id) implements Scenario {
  static final Figure WALL = Figure.of("wallSeconds", "wall s", "%.3f");
  static final Figure ADDED = Figure.of("addedSeconds", "added s", "%.3f");

  private static final String BARE = "true";
  private static final long PATIENCE_SECONDS = 60;
  // The program is built first, if it is not yet.
  private static final long BUILD_SECONDS = 900;

  @Override
  public String title() {
    return "holdfast run x -- true, as a program";
  }

  @Override
  public List<String> rows() {
    return List.of(BARE, "run-sqlite", "run-redis");
  }

  @Override
  public String baseline() {
    return BARE;
  }

  @Override
  public void measure(Run run, Figures figures) throws Exception {
    Path program =
        Path.of(System.getProperty("holdfast.root", ".")).resolve("holdfast").toAbsolutePath();
    run.progress().show(id + ": building holdfast, if it is not built");
    warmUp(run, List.of(program.toString(), "--version"), BUILD_SECONDS);
    figures.row(BARE);
    for (String row : run.wanted(rows())) {
      figures.row(row);
      warmUp(run, command(row, program, run), PATIENCE_SECONDS);
    }
    for (int round = 1; round <= run.rounds(); round++) {
      double bare = wall(run, List.of(BARE), PATIENCE_SECONDS);
      figures.add(BARE, WALL, bare);
      for (String row : run.wanted(rows())) {
        if (!row.equals(BARE)) {
          double wall = wall(run, command(row, program, run), PATIENCE_SECONDS);
          figures.add(row, WALL, wall);
          figures.add(row, ADDED, wall - bare);
        }
      }
      run.progress().step(id + ": round " + round + " of " + run.rounds() + " is done");
    }
  }

  private static void warmUp(Run run, List<String> command, long patience)
      throws IOException, InterruptedException {
    double unused = wall(run, command, patience);
  }

  private static List<String> command(String row, Path program, Run run) {
    if (row.equals(BARE)) {
      return List.of(BARE);
    }
    String store =
        row.equals("run-redis") ? run.server().url() : "sqlite:" + run.folder().resolve("run.db");
    return List.of(program.toString(), "run", "--store", store, "x", "--", BARE);
  }

  /** Seconds from the start of a command to its end, which must be a good one. */
  private static double wall(Run run, List<String> command, long patience)
      throws IOException, InterruptedException {
    Path output = run.folder().resolve("program.log");
    ProcessBuilder builder =
        new ProcessBuilder(new ArrayList<>(command))
            .redirectErrorStream(true)
            .redirectOutput(output.toFile());
    long start = System.nanoTime();
    Process process = Children.start(builder);
    if (!process.waitFor(patience, TimeUnit.SECONDS)) {
      process.destroyForcibly();
      throw new IOException(String.join(" ", command) + " does not end");
    }
    double seconds = (System.nanoTime() - start) / 1e9;
    if (process.exitValue() != 0) {
      throw new IOException(
          String.join(" ", command)
              + " ended with "
              + process.exitValue()
              + ": "
              + java.nio.file.Files.readString(output));
    }
    return seconds;
  }
}
