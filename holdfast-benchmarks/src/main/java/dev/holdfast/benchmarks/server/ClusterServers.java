package dev.holdfast.benchmarks.server;

import dev.holdfast.servers.RedisCluster;
import dev.holdfast.servers.RedisProgram;
import java.io.IOException;
import java.util.List;

/** A Redis Cluster of three masters without replicas, each with a third of the slots. */
public final class ClusterServers implements Servers, AutoCloseable {
  private static final int SILENCE_MILLIS = 15_000;

  private final RedisCluster cluster;
  private final List<RedisServer> masters;

  private ClusterServers(RedisCluster cluster) {
    this.cluster = cluster;
    this.masters = cluster.servers().stream().map(RedisServer::of).toList();
  }

  /** Starts one that ends with the scenario. */
  public static ClusterServers startFor(ServerScope scope) throws IOException {
    ClusterServers servers =
        new ClusterServers(
            new RedisCluster(
                RedisProgram.bundled(), scope.newFolder("cluster"), 0, SILENCE_MILLIS));
    scope.closeAtTheEnd(servers);
    return servers;
  }

  @Override
  public String url() {
    return cluster.url();
  }

  @Override
  public ServerWork work() {
    return masters.stream().map(RedisServer::work).reduce(ServerWork.NONE, ServerWork::and);
  }

  @Override
  public void close() {
    masters.forEach(RedisServer::close);
  }
}
