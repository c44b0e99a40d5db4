package dev.holdfast.benchmarks.entrant;

import dev.holdfast.benchmarks.contender.Contenders;
import dev.holdfast.benchmarks.figure.Figure;
import dev.holdfast.benchmarks.figure.Figures;
import dev.holdfast.benchmarks.job.Room;
import dev.holdfast.benchmarks.job.SectionJob;
import dev.holdfast.benchmarks.job.Turn;
import dev.holdfast.benchmarks.run.ContenderException;
import dev.holdfast.benchmarks.run.Crew;
import dev.holdfast.benchmarks.run.Entrant;
import dev.holdfast.benchmarks.run.OlderLibrary;
import dev.holdfast.benchmarks.run.Run;
import dev.holdfast.benchmarks.server.RedisServer;
import dev.holdfast.benchmarks.server.ServerWork;
import java.io.IOException;

/** A contender's crew that enters and leaves sections on the run's server. */
public record SectionEntrant(String row, RedisServer server, TimedEntrant processes)
    implements Entrant {
  /**
   * Starts the processes of a contender.
   *
   * @param names how many names all threads of all processes share; see {@link SectionJob}
   * @param room how many may be in a section at once, which is checked for a few names
   */
  public static SectionEntrant start(
      Run run, String row, String contender, int processes, int threads, int names, Room room)
      throws IOException, InterruptedException {
    String opened = OlderLibrary.contender(contender);
    if (!Contenders.ids().contains(opened)) {
      throw new ContenderException("there is no contender '" + contender + "'");
    }
    String url = run.server().url();
    return new SectionEntrant(
        row,
        run.server(),
        TimedEntrant.start(
            run, run.jvm(contender), row, opened, url, processes, threads, names, room));
  }

  /** Its processes. */
  public Crew crew() {
    return processes.crew();
  }

  @Override
  public void turn(double seconds, Figures figures) throws IOException, InterruptedException {
    ServerWork before = server.work();
    Turn turn = processes.take(seconds, figures);
    ServerWork work = server.work().since(before);
    double locks = Math.max(1, turn.entered());
    if (turn.commands() >= 0) {
      figures.add(row, Figure.COMMANDS, turn.commands() / locks);
      figures.add(row, Figure.SCRIPT_CALLS, (work.allCalls() - turn.commands()) / locks);
    }
    figures.add(row, Figure.SERVER_CPU, work.cpuSeconds());
  }

  @Override
  public void close() {
    processes.close();
  }
}
