package dev.holdfast.benchmarks.entrant;

import dev.holdfast.benchmarks.figure.Figure;
import dev.holdfast.benchmarks.figure.Figures;
import dev.holdfast.benchmarks.job.Check;
import dev.holdfast.benchmarks.job.Room;
import dev.holdfast.benchmarks.job.SectionJob;
import dev.holdfast.benchmarks.job.Turn;
import dev.holdfast.benchmarks.run.Crew;
import dev.holdfast.benchmarks.run.Entrant;
import dev.holdfast.benchmarks.run.Jvm;
import dev.holdfast.benchmarks.run.Run;
import java.io.IOException;
import java.nio.file.Path;
import java.util.Map;

/** A contender's crew that enters and leaves sections in a store other than the run's Redis. */
public record TimedEntrant(String row, Crew crew, Check check) implements Entrant {
  /** Starts the processes; each must be alone in its section. */
  public static TimedEntrant start(
      Run run, String row, String contender, String url, int processes, int threads, int names)
      throws IOException, InterruptedException {
    return start(run, Jvm.usual(), row, contender, url, processes, threads, names, Room.FOR_ONE);
  }

  /** The same on a JVM of the caller's choice, where this number may be in a section at once. */
  static TimedEntrant start(
      Run run,
      Jvm jvm,
      String row,
      String contender,
      String url,
      int processes,
      int threads,
      int names,
      Room room)
      throws IOException, InterruptedException {
    String unique = Long.toHexString(System.nanoTime());
    Path page = room.isChecked(names) ? run.folder().resolve("page-" + unique) : null;
    Map<String, Object> settings =
        SectionJob.settings(contender, url, "bench:" + unique + ":", threads, names, room, page);
    Crew crew = Crew.start(run, jvm, SectionJob.class, processes, settings);
    return new TimedEntrant(row, crew, page == null ? Check.NONE : room.check(page, names));
  }

  @Override
  public void turn(double seconds, Figures figures) throws IOException, InterruptedException {
    Turn unused = take(seconds, figures);
  }

  /** What came of a turn, whose figures it adds. */
  Turn take(double seconds, Figures figures) throws IOException, InterruptedException {
    Turn turn = Turn.of(crew.run(Map.of("seconds", seconds), seconds), seconds);
    check.after(turn.entered());
    figures.add(row, Figure.RATE, turn.rate());
    figures.add(row, Figure.P50, turn.waited().getValueAtPercentile(50) / 1e3);
    figures.add(row, Figure.P99, turn.waited().getValueAtPercentile(99) / 1e3);
    figures.add(row, Figure.MAX, turn.waited().getMaxValue() / 1e3);
    figures.add(row, Figure.CLIENT_CPU, turn.cpuSeconds());
    figures.add(row, Figure.FAIRNESS, turn.fairness());
    check.tell(row, turn.rate(), figures);
    return turn;
  }

  @Override
  public void close() {
    crew.close();
  }
}
