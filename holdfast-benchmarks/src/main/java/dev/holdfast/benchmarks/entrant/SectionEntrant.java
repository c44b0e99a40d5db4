package dev.holdfast.benchmarks.entrant;

import dev.holdfast.benchmarks.contender.Contenders;
import dev.holdfast.benchmarks.figure.Figure;
import dev.holdfast.benchmarks.figure.Figures;
import dev.holdfast.benchmarks.job.Check;
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
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.HdrHistogram.Histogram;

/** A contender's crew that enters and leaves sections. */
public final class SectionEntrant implements Entrant {
  private final String row;
  private final RedisServer server;
  private final Crew crew;
  private final Check check;

  private SectionEntrant(String row, RedisServer server, Crew crew, Check check) {
    this.row = row;
    this.server = server;
    this.crew = crew;
    this.check = check;
  }

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
    String unique = Long.toHexString(System.nanoTime());
    Path page = room.isChecked(names) ? run.folder().resolve("page-" + unique) : null;
    Map<String, Object> settings =
        SectionJob.settings(
            opened, run.server().url(), "bench:" + unique + ":", threads, names, room, page);
    Crew crew = Crew.start(run, run.jvm(contender), SectionJob.class, processes, settings);
    Check check = page == null ? Check.NONE : room.check(page, names);
    return new SectionEntrant(row, run.server(), crew, check);
  }

  @Override
  public String row() {
    return row;
  }

  /** Its processes. */
  public Crew crew() {
    return crew;
  }

  @Override
  public void turn(double seconds, Figures figures) throws IOException, InterruptedException {
    ServerWork before = server.work();
    List<Map<String, Object>> results = crew.run(Map.of("seconds", seconds), seconds);
    ServerWork work = server.work().since(before);
    Turn turn = Turn.of(results, seconds);
    check.after(turn.entered());
    Histogram waited = turn.waited();
    double locks = Math.max(1, turn.entered());
    figures.add(row, Figure.RATE, turn.rate());
    figures.add(row, Figure.P50, waited.getValueAtPercentile(50) / 1e3);
    figures.add(row, Figure.P99, waited.getValueAtPercentile(99) / 1e3);
    figures.add(row, Figure.MAX, waited.getMaxValue() / 1e3);
    if (turn.commands() >= 0) {
      figures.add(row, Figure.COMMANDS, turn.commands() / locks);
      figures.add(row, Figure.SCRIPT_CALLS, (work.allCalls() - turn.commands()) / locks);
    }
    figures.add(row, Figure.CLIENT_CPU, turn.cpuSeconds());
    figures.add(row, Figure.SERVER_CPU, work.cpuSeconds());
    figures.add(row, Figure.FAIRNESS, turn.fairness());
    check.tell(row, turn.rate(), figures);
  }

  @Override
  public void close() {
    crew.close();
  }
}
