package dev.holdfast.benchmarks.scenario;

import dev.holdfast.benchmarks.entrant.SectionEntrant;
import dev.holdfast.benchmarks.figure.Figure;
import dev.holdfast.benchmarks.figure.Figures;
import dev.holdfast.benchmarks.job.Room;
import dev.holdfast.benchmarks.run.Fields;
import dev.holdfast.benchmarks.run.Rotation;
import dev.holdfast.benchmarks.run.Run;
import dev.holdfast.benchmarks.run.Scenario;
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

  /** What many names cost a server and a client without tokens, which no bar judges. */
  private static final String BARE = "jedis-bare";

  private static final int THREADS = 16;
  private static final int FEW = THREADS;
  private static final int MOST = 100_000;
  private static final List<Integer> LOADS = List.of(FEW, 1_000, MOST);

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
    for (String contender : List.of(CONTENDER, BARE)) {
      LOADS.forEach(names -> rows.add(row(contender, names)));
    }
    return rows;
  }

  private static String row(String contender, int names) {
    return contender + " " + names;
  }

  @Override
  public String baseline() {
    return row(CONTENDER, FEW);
  }

  @Override
  public void measure(Run run, Figures figures) throws Exception {
    Retention retention = new Retention(run.server());
    Rotation rotation = new Rotation(this, run, figures).takingTurnsOf(Rotation.LONG);
    Map<String, SectionEntrant> entrants = new LinkedHashMap<>();
    for (String contender : List.of(CONTENDER, BARE)) {
      for (int names : LOADS.stream().filter(names -> run.wants(row(contender, names))).toList()) {
        String row = row(contender, names);
        rotation.add(
            row,
            () -> {
              SectionEntrant entrant =
                  SectionEntrant.start(run, row, contender, 1, THREADS, names, Room.FOR_ONE);
              entrants.put(row, entrant);
              return entrant;
            });
      }
    }
    rotation.measure();
    memory(run, entrants, retention, figures);
  }

  private static void memory(
      Run run, Map<String, SectionEntrant> entrants, Retention retention, Figures figures)
      throws IOException, InterruptedException {
    run.progress().show("P9: looking at memory");
    Map<String, Double> heaps = new LinkedHashMap<>();
    for (SectionEntrant entrant : entrants.values()) {
      if (!figures.failures().containsKey(entrant.row())) {
        heaps.put(entrant.row(), Fields.number(entrant.crew().memory().get(0), "heapBytes"));
      }
    }
    entrants.values().forEach(SectionEntrant::close);
    String most = row(CONTENDER, MOST);
    Double base = heaps.get(row(CONTENDER, FEW));
    Double heap = heaps.get(most);
    int seen = retention.measure(most, figures);
    if (base != null && heap != null && seen > 0) {
      figures.add(most, HEAP, Math.max(0, heap - base) / seen);
    }
  }
}
