package dev.holdfast.benchmarks.scenario;

import dev.holdfast.benchmarks.figure.Figure;
import dev.holdfast.benchmarks.figure.Figures;
import dev.holdfast.benchmarks.job.LingerJob;
import dev.holdfast.benchmarks.run.Crew;
import dev.holdfast.benchmarks.run.Entrant;
import dev.holdfast.benchmarks.run.Fields;
import dev.holdfast.benchmarks.run.OlderLibrary;
import dev.holdfast.benchmarks.run.Rotation;
import dev.holdfast.benchmarks.run.Run;
import dev.holdfast.benchmarks.run.Scenario;
import java.util.List;
import java.util.Map;

/**
 * A hold that stays with its client after a release: how fast the same client has it again, what
 * that asks of the server, and how soon another client takes it over.
 */
record Lingering(String id) implements Scenario {
  static final Figure COMMANDS = Figure.of("commandsPerSecond", "commands /s", "%,.2f");
  static final Figure COMMANDS_PER_LOCK = Figure.of("commandsPerLock", "commands /lock", "%.5f");
  static final Figure TAKEOVER_COMMANDS =
      Figure.of("takeoverCommands", "commands /takeover", "%.2f");
  static final Figure TAKEOVER = Figure.of("takeoverMicros", "takeover µs", "%,.0f");
  static final Figure ROUND_TRIP = Figure.of("roundTripMicros", "round trip µs", "%,.0f");
  static final Figure TRIPS = Figure.of("takeoverRoundTrips", "round trips /takeover", "%.2f");

  @Override
  public String title() {
    return "1 client takes its lingering lock again; then another client wants it";
  }

  @Override
  public List<String> rows() {
    return List.of("holdfast-jedis", "holdfast-lettuce", OlderLibrary.row("holdfast-jedis"));
  }

  @Override
  public String baseline() {
    return "";
  }

  @Override
  public void measure(Run run, Figures figures) throws Exception {
    Rotation rotation = new Rotation(this, run, figures);
    for (String row : run.wanted(rows())) {
      Map<String, Object> settings =
          Map.of("contender", OlderLibrary.contender(row), "redis", run.server().url());
      rotation.add(
          row,
          () ->
              new LingerEntrant(row, Crew.start(run, run.jvm(row), LingerJob.class, 1, settings)));
    }
    rotation.measure();
  }

  private record LingerEntrant(String row, Crew crew) implements Entrant {
    @Override
    public void turn(double seconds, Figures figures)
        throws java.io.IOException, InterruptedException {
      Map<String, Object> result = crew.run(Map.of("seconds", seconds), 2 * seconds).get(0);
      add(figures, Figure.RATE, result, "rate");
      add(figures, COMMANDS, result, "commandsPerSecond");
      add(figures, COMMANDS_PER_LOCK, result, "commandsPerLock");
      add(figures, TAKEOVER_COMMANDS, result, "takeoverCommands");
      add(figures, TAKEOVER, result, "takeoverMicros");
      add(figures, ROUND_TRIP, result, "roundTripMicros");
      figures.add(
          row,
          TRIPS,
          Fields.number(result, "takeoverMicros") / Fields.number(result, "roundTripMicros"));
    }

    private void add(Figures figures, Figure figure, Map<String, Object> result, String key) {
      figures.add(row, figure, Fields.number(result, key));
    }

    @Override
    public void close() {
      crew.close();
    }
  }
}
