package dev.holdfast.benchmarks.scenario;

import dev.holdfast.benchmarks.entrant.SectionEntrant;
import dev.holdfast.benchmarks.figure.Figures;
import dev.holdfast.benchmarks.job.Room;
import dev.holdfast.benchmarks.run.Rotation;
import dev.holdfast.benchmarks.run.Run;
import dev.holdfast.benchmarks.run.Scenario;
import java.util.List;

/** Threads of one process that all read the same name, and are never in each other's way. */
record Readers(String id, int threads) implements Scenario {
  @Override
  public String title() {
    return threads + " reading threads, one name, 1 process";
  }

  @Override
  public String baseline() {
    return "reentrant-read";
  }

  @Override
  public List<String> rows() {
    return List.of("reentrant-read", "holdfast-read", "redisson-read");
  }

  @Override
  public void measure(Run run, Figures figures) throws Exception {
    Rotation rotation = new Rotation(this, run, figures);
    for (String row : run.wanted(rows())) {
      rotation.add(row, () -> SectionEntrant.start(run, row, row, 1, threads, 1, Room.FOR_ANY));
    }
    rotation.measure();
  }
}
