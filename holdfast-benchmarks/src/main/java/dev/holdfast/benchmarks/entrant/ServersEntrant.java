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
import dev.holdfast.benchmarks.server.ServerWork;
import dev.holdfast.benchmarks.server.Servers;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;

/**
 * A contender's process that enters and leaves sections on servers of its own. Commands are the
 * scripts that the servers were sent, as they count them: there is nothing else that a lock needs.
 */
public record ServersEntrant(String row, Servers servers, Crew crew, Check check)
    implements Entrant {
  public static final Figure COMMANDS_PER_SECOND =
      Figure.of("commandsPerSecond", "commands /s", "%,.0f");

  /** Starts the process, with as many names as threads; each must be alone in its section. */
  public static ServersEntrant start(
      Run run, String row, String contender, Servers servers, int threads, Jvm jvm)
      throws IOException, InterruptedException {
    String unique = Long.toHexString(System.nanoTime());
    Path page = run.folder().resolve("page-" + unique);
    Map<String, Object> settings =
        SectionJob.settings(
            contender,
            servers.url(),
            "bench:" + unique + ":",
            threads,
            threads,
            Room.FOR_ONE,
            page);
    Crew crew = Crew.start(run, jvm, SectionJob.class, 1, settings);
    return new ServersEntrant(row, servers, crew, Room.FOR_ONE.check(page, threads));
  }

  @Override
  public void turn(double seconds, Figures figures) throws IOException, InterruptedException {
    ServerWork before = servers.work();
    List<Map<String, Object>> results = crew.run(Map.of("seconds", seconds), seconds);
    ServerWork work = servers.work().since(before);
    Turn turn = Turn.of(results, seconds);
    check.after(turn.entered());
    double commands = work.scripts() / (double) Math.max(1, turn.entered());
    figures.add(row, Figure.RATE, turn.rate());
    figures.add(row, Figure.P50, turn.waited().getValueAtPercentile(50) / 1e3);
    figures.add(row, Figure.P99, turn.waited().getValueAtPercentile(99) / 1e3);
    figures.add(row, Figure.MAX, turn.waited().getMaxValue() / 1e3);
    figures.add(row, Figure.COMMANDS, commands);
    figures.add(row, COMMANDS_PER_SECOND, commands * turn.rate());
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
