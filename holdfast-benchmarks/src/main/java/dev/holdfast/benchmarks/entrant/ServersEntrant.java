package dev.holdfast.benchmarks.entrant;

import dev.holdfast.benchmarks.figure.Figure;
import dev.holdfast.benchmarks.figure.Figures;
import dev.holdfast.benchmarks.job.Room;
import dev.holdfast.benchmarks.job.Turn;
import dev.holdfast.benchmarks.run.Entrant;
import dev.holdfast.benchmarks.run.Jvm;
import dev.holdfast.benchmarks.run.Run;
import dev.holdfast.benchmarks.server.ServerWork;
import dev.holdfast.benchmarks.server.Servers;
import java.io.IOException;

/**
 * A contender's process that enters and leaves sections on servers of its own. Commands are the
 * scripts that the servers were sent, as they count them: there is nothing else that a lock needs.
 */
public record ServersEntrant(String row, Servers servers, TimedEntrant process) implements Entrant {
  public static final Figure COMMANDS_PER_SECOND =
      Figure.of("commandsPerSecond", "commands /s", "%,.0f");

  /** Starts the process, with as many names as threads; each must be alone in its section. */
  public static ServersEntrant start(
      Run run, String row, String contender, Servers servers, int threads, Jvm jvm)
      throws IOException, InterruptedException {
    return new ServersEntrant(
        row,
        servers,
        TimedEntrant.start(
            run, jvm, row, contender, servers.url(), 1, threads, threads, Room.FOR_ONE));
  }

  @Override
  public void turn(double seconds, Figures figures) throws IOException, InterruptedException {
    ServerWork before = servers.work();
    Turn turn = process.take(seconds, figures);
    ServerWork work = servers.work().since(before);
    double commands = work.scripts() / (double) Math.max(1, turn.entered());
    figures.add(row, Figure.COMMANDS, commands);
    figures.add(row, COMMANDS_PER_SECOND, commands * turn.rate());
    figures.add(row, Figure.SERVER_CPU, work.cpuSeconds());
  }

  @Override
  public void close() {
    process.close();
  }
}
