package dev.holdfast.benchmarks;

import java.io.IOException;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** P9: what remains of names that were locked once, on the client and on the server? */
final class ManyNames implements Scenario {
  /** Heap of the process that locked this many names, beyond that of the one with few. */
  static final Figure HEAP = Figure.of("heapPerName", "heap bytes /name", "%.1f");

  /** Memory of the server while it remembers the last stamps. */
  static final Figure RETAINED = Figure.of("retainedPerName", "server bytes /name", "%.1f");

  /** Memory of the server when the time of remembering is over. */
  static final Figure REMAINS = Figure.of("remainsPerName", "later bytes /name", "%.1f");

  private static final String CONTENDER = "holdfast-jedis";
  private static final int THREADS = 16;
  private static final int FEW = THREADS;
  private static final List<Integer> MANY = List.of(1_000, 100_000);

  @Override
  public String id() {
    return "P9";
  }

  @Override
  public String title() {
    return "16 threads, 1,000 and 100,000 names in turn, beside a name for each thread (P2)";
  }

  @Override
  public List<String> rows() {
    List<String> rows = new ArrayList<>();
    rows.add(baseline());
    MANY.forEach(names -> rows.add(row(names)));
    return rows;
  }

  private static String row(int names) {
    return CONTENDER + " " + names;
  }

  @Override
  public String baseline() {
    return row(FEW);
  }

  @Override
  public void measure(Run run, Figures figures) throws Exception {
    Retention retention = new Retention(run.server());
    Rotation rotation = new Rotation(this, run, figures);
    Map<Integer, SectionEntrant> entrants = new LinkedHashMap<>();
    List<Integer> loads = new ArrayList<>(List.of(FEW));
    loads.addAll(MANY);
    for (int names : loads.stream().filter(names -> run.wants(row(names))).toList()) {
      rotation.add(
          row(names),
          () -> {
            SectionEntrant entrant =
                SectionEntrant.start(run, row(names), CONTENDER, 1, THREADS, names, Room.FOR_ONE);
            entrants.put(names, entrant);
            return entrant;
          });
    }
    rotation.measure();
    figures.chart(
        new Chart(
            id(),
            "Rate with many names",
            "names in turn",
            "locks/s",
            Chart.lines(figures, List.of(CONTENDER), loads, (contender, names) -> row(names))));
    memory(run, entrants, retention, figures);
  }

  private static void memory(
      Run run, Map<Integer, SectionEntrant> entrants, Retention retention, Figures figures)
      throws IOException, InterruptedException {
    run.progress().show("P9: looking at memory");
    Map<Integer, Double> heaps = new LinkedHashMap<>();
    for (Map.Entry<Integer, SectionEntrant> entry : entrants.entrySet()) {
      if (!figures.failures().containsKey(entry.getValue().row())) {
        heaps.put(
            entry.getKey(), Fields.number(entry.getValue().crew().memory().get(0), "heapBytes"));
      }
    }
    entrants.values().forEach(SectionEntrant::close);
    Double base = heaps.get(FEW);
    int most = MANY.get(MANY.size() - 1);
    Double heap = heaps.get(most);
    int seen = retention.measure(row(most), figures);
    if (base != null && heap != null && seen > 0) {
      figures.add(row(most), HEAP, Math.max(0, heap - base) / seen);
    }
  }
}
