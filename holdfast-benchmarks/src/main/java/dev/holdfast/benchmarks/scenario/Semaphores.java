package dev.holdfast.benchmarks.scenario;

import dev.holdfast.benchmarks.contender.ContenderProvider;
import dev.holdfast.benchmarks.entrant.SectionEntrant;
import dev.holdfast.benchmarks.figure.Figures;
import dev.holdfast.benchmarks.job.Room;
import dev.holdfast.benchmarks.run.Rotation;
import dev.holdfast.benchmarks.run.Run;
import dev.holdfast.benchmarks.run.Scenario;
import java.util.List;

/**
 * Threads that take a permit of one semaphore and give it back, four times as many as there are
 * permits.
 */
record Semaphores(
    String id, String title, String baseline, int processes, int threads, List<String> rows)
    implements Scenario {
  @Override
  public void measure(Run run, Figures figures) throws Exception {
    Rotation rotation = new Rotation(this, run, figures);
    Room room = new Room(ContenderProvider.PERMITS);
    for (String row : run.wanted(rows)) {
      rotation.add(row, () -> SectionEntrant.start(run, row, row, processes, threads, 1, room));
    }
    rotation.measure();
  }
}
