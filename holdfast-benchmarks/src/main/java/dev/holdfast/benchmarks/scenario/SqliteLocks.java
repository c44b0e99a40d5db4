package dev.holdfast.benchmarks.scenario;

import dev.holdfast.benchmarks.entrant.TimedEntrant;
import dev.holdfast.benchmarks.figure.Figures;
import dev.holdfast.benchmarks.run.Entrant;
import dev.holdfast.benchmarks.run.Rotation;
import dev.holdfast.benchmarks.run.Run;
import dev.holdfast.benchmarks.run.Scenario;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;

/**
 * The SQLite store beside the least that any lock in an SQLite file does: two writing transactions
 * with the same journal and the same care for the disk.
 */
record SqliteLocks(String id) implements Scenario {
  private static final int MANY = 8;

  /** Eight processes share the compilers' time. */
  private static final int WARM_TURNS = 2;

  @Override
  public String title() {
    return "SQLite, 1 thread; " + MANY + " processes of 1 thread, own names and one name";
  }

  @Override
  public List<String> rows() {
    return List.of(
        "sqlite-bare",
        "holdfast-sqlite",
        "sqlite-bare-8",
        "holdfast-sqlite-8",
        "holdfast-sqlite-8-one");
  }

  @Override
  public String baseline() {
    return "sqlite-bare";
  }

  @Override
  public void measure(Run run, Figures figures) throws Exception {
    figures.note("-8: " + MANY + " processes, a name for each; -8-one: the same, one name for all");
    Rotation rotation = new Rotation(this, run, figures).warmingUpFor(WARM_TURNS);
    for (String row : run.wanted(rows())) {
      rotation.add(row, () -> start(run, row));
    }
    rotation.measure();
  }

  private static Entrant start(Run run, String row) throws IOException, InterruptedException {
    String contender = row.startsWith("sqlite-bare") ? "sqlite-bare" : "holdfast-sqlite";
    int processes = row.contains("-8") ? MANY : 1;
    int names = row.endsWith("-one") ? 1 : processes;
    Path file = run.folder().resolve(row + ".db");
    return TimedEntrant.start(run, row, contender, "sqlite:" + file, processes, 1, names);
  }
}
