package dev.holdfast.benchmarks.scenario;

import dev.holdfast.benchmarks.entrant.QueueEntrant;
import dev.holdfast.benchmarks.figure.Figures;
import dev.holdfast.benchmarks.run.Rotation;
import dev.holdfast.benchmarks.run.Run;
import dev.holdfast.benchmarks.run.Scenario;
import dev.holdfast.benchmarks.server.StoreKind;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * What a handoff in a store other than Redis takes, the more clients wait for it.
 *
 * @param compared whether there is a row that says how flat the rates are
 */
record StoreWaiters(String id, StoreKind kind, String contender, boolean compared)
    implements Scenario {
  private static final List<Integer> CLIENTS = List.of(2, 10, 50);

  @Override
  public String title() {
    return kind.title() + ", 2, 10 and 50 waiting clients of 2 processes, one name";
  }

  @Override
  public List<String> rows() {
    List<String> rows = new ArrayList<>();
    CLIENTS.forEach(clients -> rows.add(row(contender, clients)));
    if (compared) {
      rows.add(contender);
    }
    return rows;
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
    Optional<String> url = kind.startFor(run, figures);
    if (url.isEmpty()) {
      return;
    }
    Rotation rotation = new Rotation(this, run, figures);
    for (int clients : CLIENTS) {
      String row = row(contender, clients);
      if (run.wants(row)) {
        rotation.add(row, () -> QueueEntrant.start(run, row, contender, url.get(), clients));
      }
    }
    rotation.measure();
    if (compared) {
      WaitingClients.compare(contender, CLIENTS, figures);
    }
  }
}
