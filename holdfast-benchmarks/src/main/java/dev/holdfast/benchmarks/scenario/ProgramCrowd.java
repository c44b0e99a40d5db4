package dev.holdfast.benchmarks.scenario;

import dev.holdfast.benchmarks.figure.Figures;
import dev.holdfast.benchmarks.run.Children;
import dev.holdfast.benchmarks.run.ContenderException;
import dev.holdfast.benchmarks.run.Run;
import dev.holdfast.benchmarks.run.Scenario;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;

/**
 * Many shells that each run a command under a lock, again and again, all under one name: how long
 * it takes until all of them are through.
 */
record ProgramCrowd(String id) implements Scenario {
  private static final int SHELLS = 60;
  private static final int TIMES = 3;
  private static final String FLOCK = "flock";
  private static final String REDIS = "run-redis";
  private static final long PATIENCE_SECONDS = 600;

  @Override
  public String title() {
    return SHELLS
        + " shells that run `holdfast run --wait 50s x -- true` "
        + TIMES
        + " times each, one name";
  }

  @Override
  public List<String> rows() {
    return List.of(FLOCK, REDIS, "run-sqlite");
  }

  @Override
  public String baseline() {
    return REDIS;
  }

  @Override
  public void measure(Run run, Figures figures) throws Exception {
    Path program =
        Path.of(System.getProperty("holdfast.root", ".")).resolve("holdfast").toAbsolutePath();
    for (String row : run.wanted(rows())) {
      figures.row(row);
      // Builds the program, and opens the store, if that has not been done yet.
      double unused = wall(run, row, 1, program);
    }
    for (int round = 1; round <= run.rounds(); round++) {
      for (String row : run.wanted(rows())) {
        run.progress().show(id + ": round " + round + " of " + run.rounds() + ", " + row);
        try {
          figures.add(row, Programs.WALL, wall(run, row, SHELLS, program));
        } catch (ContenderException lost) {
          figures.fail(row, String.valueOf(lost.getMessage()));
        }
      }
      run.progress().step(id + ": round " + round + " of " + run.rounds() + " is done");
    }
  }

  private static String command(Run run, String row, Path program) {
    Path folder = run.folder();
    if (row.equals(FLOCK)) {
      return "flock " + folder.resolve("crowd.lock") + " true";
    }
    String store = row.equals(REDIS) ? run.server().url() : "sqlite:" + folder.resolve("crowd.db");
    return program + " run --store " + store + " --wait 50s crowd -- true";
  }

  /** Seconds until all are through; each time of each shell has to be a good one. */
  private static double wall(Run run, String row, int shells, Path program)
      throws IOException, InterruptedException {
    String loop =
        "i=0; while [ $i -lt "
            + TIMES
            + " ]; do "
            + command(run, row, program)
            + " || exit 1; i=$((i+1)); done";
    List<Process> all = new ArrayList<>();
    List<Path> outputs = new ArrayList<>();
    long start = System.nanoTime();
    try {
      for (int i = 0; i < shells; i++) {
        Path output = Files.createTempFile(run.folder(), "shell-", ".log");
        outputs.add(output);
        all.add(
            Children.start(
                new ProcessBuilder("sh", "-c", loop)
                    .redirectErrorStream(true)
                    .redirectOutput(output.toFile())));
      }
      for (int i = 0; i < shells; i++) {
        Process process = all.get(i);
        if (!process.waitFor(PATIENCE_SECONDS, TimeUnit.SECONDS)) {
          throw new ContenderException("a shell does not end");
        }
        if (process.exitValue() != 0) {
          throw new ContenderException("a shell failed: " + Files.readString(outputs.get(i)));
        }
      }
      return (System.nanoTime() - start) / 1e9;
    } finally {
      all.forEach(ProgramCrowd::end); // those that are left would slow down what comes next
    }
  }

  /** Ends a shell, if it has not ended, and what it runs. */
  private static void end(Process shell) {
    shell.descendants().forEach(ProcessHandle::destroyForcibly);
    shell.destroyForcibly();
  }
}
