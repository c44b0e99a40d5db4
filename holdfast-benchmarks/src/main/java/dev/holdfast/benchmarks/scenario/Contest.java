package dev.holdfast.benchmarks.scenario;

import dev.holdfast.benchmarks.entrant.SectionEntrant;
import dev.holdfast.benchmarks.figure.Figures;
import dev.holdfast.benchmarks.job.Room;
import dev.holdfast.benchmarks.run.Rotation;
import dev.holdfast.benchmarks.run.Run;
import dev.holdfast.benchmarks.run.Scenario;
import java.util.List;

/**
 * A scenario in which contenders enter and leave sections under the same load, and are compared by
 * how often they do.
 *
 * @param rows the contenders' ids
 * @param processes how many processes each contender has
 * @param threads how many threads each process has
 * @param names how many names they lock: thread n of all takes name n modulo names
 */
record Contest(
    String id,
    String title,
    String baseline,
    int processes,
    int threads,
    int names,
    List<String> rows)
    implements Scenario {

  @Override
  public void measure(Run run, Figures figures) throws Exception {
    // Where processes wait for one another, some contenders take a tenth of a second for that.
    int turn = processes > 1 && names == 1 ? Rotation.LONG : 1;
    Rotation rotation = new Rotation(this, run, figures).takingTurnsOf(turn);
    for (String row : run.wanted(rows)) {
      rotation.add(
          row, () -> SectionEntrant.start(run, row, row, processes, threads, names, Room.FOR_ONE));
    }
    rotation.measure();
  }
}
