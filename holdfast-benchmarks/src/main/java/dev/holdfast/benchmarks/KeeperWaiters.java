package dev.holdfast.benchmarks;

import java.util.List;

/** What a handoff on ZooKeeper takes, the more clients wait for it. */
final class KeeperWaiters implements Scenario {
  private static final List<Integer> CLIENTS = List.of(2, 10, 50);
  private static final int WARM_TURNS = 4;
  private static final String CONTENDER = "holdfast-zookeeper";

  @Override
  public String id() {
    return "ZK4";
  }

  @Override
  public String title() {
    return "ZooKeeper, 2, 10 and 50 waiting clients of 2 processes, one name";
  }

  @Override
  public List<String> rows() {
    return List.of(row(2), row(10), row(50), CONTENDER);
  }

  private static String row(int clients) {
    return CONTENDER + " " + clients;
  }

  @Override
  public String baseline() {
    return row(2);
  }

  @Override
  public void measure(Run run, Figures figures) throws Exception {
    String url = KeeperServers.startFor(run).url();
    Rotation rotation = new Rotation(this, run, figures).warmingUpFor(WARM_TURNS);
    for (int clients : CLIENTS) {
      if (run.wants(row(clients))) {
        rotation.add(
            row(clients), () -> QueueEntrant.start(run, row(clients), CONTENDER, url, clients));
      }
    }
    rotation.measure();
    WaitingClients.compare(CONTENDER, CLIENTS, figures);
    figures.chart(
        new Chart(
            id(),
            "Handoffs on ZooKeeper with many waiting clients",
            "waiting clients",
            "handoffs/s",
            Chart.lines(
                figures, List.of(CONTENDER), CLIENTS, (contender, clients) -> row(clients))));
  }
}
