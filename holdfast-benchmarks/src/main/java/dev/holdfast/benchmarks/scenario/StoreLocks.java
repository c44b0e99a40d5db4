package dev.holdfast.benchmarks.scenario;

import dev.holdfast.benchmarks.entrant.TimedEntrant;
import dev.holdfast.benchmarks.figure.Figures;
import dev.holdfast.benchmarks.run.Rotation;
import dev.holdfast.benchmarks.run.Run;
import dev.holdfast.benchmarks.run.Scenario;
import dev.holdfast.benchmarks.server.StoreKind;
import java.util.List;
import java.util.Optional;

/**
 * Locks in a store other than Redis: rows of a database beside the least that such a lock costs and
 * beside Spring Integration's, or three servers that agree on every write beside the lock that
 * comes with the client.
 *
 * @param names how many names all threads of all processes share
 * @param rows the first one is what others are compared with
 */
record StoreLocks(
    String id,
    StoreKind kind,
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
    Optional<String> url = kind.startFor(run, figures);
    if (url.isEmpty()) {
      return;
    }
    Rotation rotation = new Rotation(this, run, figures);
    for (String row : run.wanted(rows)) {
      rotation.add(
          row, () -> TimedEntrant.start(run, row, row, url.get(), processes, threads, names));
    }
    rotation.measure();
  }
}
