package dev.holdfast.benchmarks.scenario;

import dev.holdfast.benchmarks.entrant.ServersEntrant;
import dev.holdfast.benchmarks.figure.Figures;
import dev.holdfast.benchmarks.run.Jvm;
import dev.holdfast.benchmarks.run.Rotation;
import dev.holdfast.benchmarks.run.Run;
import dev.holdfast.benchmarks.run.Scenario;
import dev.holdfast.benchmarks.server.ClusterServers;
import dev.holdfast.benchmarks.server.RedisServer;
import dev.holdfast.benchmarks.server.Servers;
import java.util.List;

/**
 * Locks on a Redis Cluster of three masters beside those on one server, all on this machine.
 *
 * @param threads of one process, each with its own name; names are spread over the slots
 */
record ClusterLocks(String id, String title, int threads) implements Scenario {
  static final String ONE_SERVER = "holdfast-jedis";
  static final String CLUSTER = "holdfast-cluster";

  @Override
  public List<String> rows() {
    return List.of(ONE_SERVER, CLUSTER);
  }

  @Override
  public String baseline() {
    return ONE_SERVER;
  }

  @Override
  public void measure(Run run, Figures figures) throws Exception {
    run.progress().show(id + ": starting a cluster");
    RedisServer one = RedisServer.start(run.folder());
    run.closeAtTheEnd(one);
    ClusterServers cluster = ClusterServers.startFor(run);
    Rotation rotation = new Rotation(this, run, figures);
    for (String row : run.wanted(rows())) {
      Servers servers = row.equals(CLUSTER) ? cluster : one;
      rotation.add(
          row, () -> ServersEntrant.start(run, row, "holdfast-url", servers, threads, Jvm.usual()));
    }
    rotation.measure();
  }
}
