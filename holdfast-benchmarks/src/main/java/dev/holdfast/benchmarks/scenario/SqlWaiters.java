package dev.holdfast.benchmarks.scenario;

import dev.holdfast.benchmarks.entrant.QueueEntrant;
import dev.holdfast.benchmarks.figure.Chart;
import dev.holdfast.benchmarks.figure.Figures;
import dev.holdfast.benchmarks.run.Rotation;
import dev.holdfast.benchmarks.run.Run;
import dev.holdfast.benchmarks.run.Scenario;
import dev.holdfast.benchmarks.server.SqlServer;
import java.util.List;
import java.util.Optional;

/** What a handoff in a database takes, the more clients wait for it. */
record SqlWaiters(String id, SqlServer.Kind kind, String contender) implements Scenario {
  private static final List<Integer> CLIENTS = List.of(2, 10, 50);

  @Override
  public String title() {
    return kind.title() + ", 2, 10 and 50 waiting clients of 2 processes, one name";
  }

  @Override
  public List<String> rows() {
    return CLIENTS.stream().map(clients -> row(contender, clients)).toList();
  }

  private static String row(String contender, int clients) {
    return contender + " " + clients;
  }

  @Override
  public String baseline() {
    return row(contender, CLIENTS.get(0));
  }

  @Override
  public void measure(Run run, Figures figures) throws Exception {
    Optional<SqlServer> started = kind.startFor(run, figures);
    if (started.isEmpty()) {
      return;
    }
    String url = started.get().url();
    Rotation rotation = new Rotation(this, run, figures);
    for (int clients : CLIENTS) {
      String row = row(contender, clients);
      if (run.wants(row)) {
        rotation.add(row, () -> QueueEntrant.start(run, row, contender, url, clients));
      }
    }
    rotation.measure();
    figures.chart(
        new Chart(
            id(),
            "Handoffs in " + kind.title() + " with many waiting clients",
            "waiting clients",
            "handoffs/s",
            Chart.lines(figures, List.of(contender), CLIENTS, SqlWaiters::row)));
  }
}
