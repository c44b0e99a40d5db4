package dev.holdfast.benchmarks.scenario;

import dev.holdfast.benchmarks.entrant.TimedEntrant;
import dev.holdfast.benchmarks.figure.Figures;
import dev.holdfast.benchmarks.run.Rotation;
import dev.holdfast.benchmarks.run.Run;
import dev.holdfast.benchmarks.run.Scenario;
import dev.holdfast.benchmarks.server.SqlServer;
import java.util.List;
import java.util.Optional;

/**
 * Rows of a database server as locks, beside the least that such a lock costs and beside Spring
 * Integration's.
 *
 * @param names how many names all threads of all processes share
 */
record SqlLocks(
    String id,
    SqlServer.Kind kind,
    String title,
    int processes,
    int threads,
    int names,
    List<String> rows)
    implements Scenario {
  @Override
  public String baseline() {
    return rows.get(0);
  }

  @Override
  public void measure(Run run, Figures figures) throws Exception {
    Optional<SqlServer> started = kind.startFor(run, figures);
    if (started.isEmpty()) {
      return;
    }
    String url = started.get().url();
    Rotation rotation = new Rotation(this, run, figures);
    for (String row : run.wanted(rows)) {
      rotation.add(row, () -> TimedEntrant.start(run, row, row, url, processes, threads, names));
    }
    rotation.measure();
  }
}
