package dev.holdfast.benchmarks;

import java.util.List;

/**
 * Locks on a ZooKeeper ensemble, beside the mutex of Curator's recipes over the same client.
 *
 * @param names how many names all threads of all processes share
 */
record KeeperLocks(String id, String title, int processes, int threads, int names)
    implements Scenario {
  @Override
  public List<String> rows() {
    return List.of("curator-mutex", "holdfast-zookeeper");
  }

  @Override
  public String baseline() {
    return "curator-mutex";
  }

  @Override
  public void measure(Run run, Figures figures) throws Exception {
    String url = KeeperServers.startFor(run).url();
    Rotation rotation = new Rotation(this, run, figures);
    for (String row : run.wanted(rows())) {
      rotation.add(row, () -> TimedEntrant.start(run, row, row, url, processes, threads, names));
    }
    rotation.measure();
  }
}
