package dev.holdfast.benchmarks.scenario;

import dev.holdfast.benchmarks.entrant.QueueEntrant;
import dev.holdfast.benchmarks.figure.Figure;
import dev.holdfast.benchmarks.figure.Figures;
import dev.holdfast.benchmarks.run.OlderLibrary;
import dev.holdfast.benchmarks.run.Rotation;
import dev.holdfast.benchmarks.run.Run;
import dev.holdfast.benchmarks.run.Scenario;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;

/** P6: does a handoff cost the same however many clients wait? */
final class WaitingClients implements Scenario {
  /** The smallest rate over the largest, of all numbers of clients. */
  static final Figure FLATNESS = Figure.of("flatness", "smallest /largest rate", "%.2f");

  private static final List<Integer> CLIENTS = List.of(10, 100, 1_000);
  private static final List<String> CONTENDERS =
      List.of("holdfast-jedis", "holdfast-lettuce", OlderLibrary.row("holdfast-jedis"));

  @Override
  public String id() {
    return "P6";
  }

  @Override
  public String title() {
    return "10, 100 and 1,000 waiting clients of 2 processes, one name, 1 Redis client each";
  }

  @Override
  public List<String> rows() {
    return CONTENDERS.stream()
        .flatMap(
            contender ->
                Stream.concat(
                    CLIENTS.stream().map(clients -> row(contender, clients)), Stream.of(contender)))
        .toList();
  }

  private static String row(String contender, int clients) {
    return contender + " " + clients;
  }

  @Override
  public String baseline() {
    return "";
  }

  @Override
  public void measure(Run run, Figures figures) throws Exception {
    Rotation rotation = new Rotation(this, run, figures).takingTurnsOf(Rotation.LONG);
    for (String contender : CONTENDERS) {
      for (int clients : CLIENTS) {
        String row = row(contender, clients);
        if (run.wants(row)) {
          rotation.add(row, () -> QueueEntrant.start(run, row, contender, clients));
        }
      }
    }
    rotation.measure();
    CONTENDERS.forEach(contender -> compare(contender, CLIENTS, figures));
  }

  /** Adds how flat a contender's rates are over these numbers of clients, round by round. */
  static void compare(String contender, List<Integer> numbers, Figures figures) {
    List<List<Double>> rates =
        numbers.stream()
            .map(clients -> figures.values(row(contender, clients), Figure.RATE))
            .toList();
    int rounds = rates.stream().mapToInt(List::size).min().orElse(0);
    for (int i = 0; i < rounds; i++) {
      int round = i;
      List<Double> ofRound = new ArrayList<>(rates.stream().map(all -> all.get(round)).toList());
      double smallest = ofRound.stream().min(Double::compare).orElse(0.0);
      double largest = ofRound.stream().max(Double::compare).orElse(1.0);
      figures.add(contender, FLATNESS, smallest / largest);
    }
  }
}
