package dev.holdfast.benchmarks.scenario;

import dev.holdfast.benchmarks.entrant.SectionEntrant;
import dev.holdfast.benchmarks.entrant.TimedEntrant;
import dev.holdfast.benchmarks.figure.Figures;
import dev.holdfast.benchmarks.job.Room;
import dev.holdfast.benchmarks.run.Entrant;
import dev.holdfast.benchmarks.run.Rotation;
import dev.holdfast.benchmarks.run.Run;
import dev.holdfast.benchmarks.run.Scenario;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/**
 * Many processes that lock two names all the time, half of them each: the SQLite store beside Redis
 * and beside the locks of files.
 */
record ProcessCrowd(String id) implements Scenario {
  private static final List<Integer> PROCESSES = List.of(20, 60);
  private static final int NAMES = 2;
  private static final String FLOCK = "file-locks";
  private static final String REDIS = "holdfast-jedis";
  private static final String SQLITE = "holdfast-sqlite";

  /** The processes share the compilers' time. */
  private static final int WARM_TURNS = 2;

  @Override
  public String title() {
    return "processes of 1 thread, two names";
  }

  private static String row(String contender, int processes) {
    return contender + " " + processes;
  }

  @Override
  public List<String> rows() {
    List<String> rows = new ArrayList<>();
    for (int processes : PROCESSES) {
      for (String contender : List.of(FLOCK, REDIS, SQLITE)) {
        rows.add(row(contender, processes));
      }
    }
    return rows;
  }

  @Override
  public String baseline() {
    return "";
  }

  @Override
  public void measure(Run run, Figures figures) throws Exception {
    for (int processes : PROCESSES) {
      Rotation rotation =
          new Rotation(this, run, figures).warmingUpFor(WARM_TURNS).takingTurnsOf(Rotation.LONG);
      for (String contender : List.of(FLOCK, REDIS, SQLITE)) {
        String row = row(contender, processes);
        if (run.wants(row)) {
          rotation.add(row, () -> start(run, row, contender, processes));
        }
      }
      rotation.measure();
      rotation.entrants().forEach(Entrant::close);
    }
  }

  private static Entrant start(Run run, String row, String contender, int processes)
      throws IOException, InterruptedException {
    if (contender.equals(REDIS)) {
      return SectionEntrant.start(run, row, contender, processes, 1, NAMES, Room.FOR_ONE);
    }
    Path file = run.folder().resolve(contender + "-" + processes + ".db");
    return TimedEntrant.start(run, row, contender, "sqlite:" + file, processes, 1, NAMES);
  }
}
