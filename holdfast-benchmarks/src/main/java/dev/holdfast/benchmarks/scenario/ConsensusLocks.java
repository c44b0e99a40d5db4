package dev.holdfast.benchmarks.scenario;

import dev.holdfast.benchmarks.entrant.TimedEntrant;
import dev.holdfast.benchmarks.figure.Figures;
import dev.holdfast.benchmarks.run.Rotation;
import dev.holdfast.benchmarks.run.Run;
import dev.holdfast.benchmarks.run.Scenario;
import dev.holdfast.benchmarks.server.Consensus;
import java.util.List;
import java.util.Optional;

/**
 * Locks on three servers that agree on every write, beside the lock that comes with the client that
 * both use.
 *
 * @param names how many names all threads of all processes share
 */
record ConsensusLocks(String id, Consensus kind, String what, int processes, int threads, int names)
    implements Scenario {
  @Override
  public String title() {
    return kind.title() + ", " + what;
  }

  @Override
  public List<String> rows() {
    return List.of(kind.peer(), kind.contender());
  }

  @Override
  public String baseline() {
    return kind.peer();
  }

  @Override
  public void measure(Run run, Figures figures) throws Exception {
    Optional<String> url = kind.startFor(run, figures);
    if (url.isEmpty()) {
      return;
    }
    Rotation rotation = new Rotation(this, run, figures);
    for (String row : run.wanted(rows())) {
      rotation.add(
          row, () -> TimedEntrant.start(run, row, row, url.get(), processes, threads, names));
    }
    rotation.measure();
  }
}
