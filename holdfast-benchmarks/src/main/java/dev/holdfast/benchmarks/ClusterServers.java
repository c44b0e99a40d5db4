package dev.holdfast.benchmarks;

import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import redis.clients.jedis.BuilderFactory;
import redis.clients.jedis.CommandArguments;
import redis.clients.jedis.CommandObject;
import redis.clients.jedis.Protocol;

/** A Redis Cluster of three masters without replicas, each with a third of the slots. */
final class ClusterServers implements Servers, AutoCloseable {
  private static final int MASTERS = 3;
  private static final int SLOTS = 16_384;

  /** Nodes speak to one another on a port that is so much higher. */
  private static final int BUS = 10_000;

  private static final int LAST_PORT = 65_535;
  private static final int TRIES = 1_000;
  private static final long START_NANOS = TimeUnit.SECONDS.toNanos(60);
  private static final long PAUSE_NANOS = TimeUnit.MILLISECONDS.toNanos(50);

  private final List<RedisServer> masters = new ArrayList<>();

  private ClusterServers() {}

  /** Starts one that ends with the scenario. */
  static ClusterServers startFor(Run run) throws IOException {
    ClusterServers servers = new ClusterServers();
    run.closeAtTheEnd(servers);
    for (int i = 0; i < MASTERS; i++) {
      int port = portForNode();
      Path own = Files.createDirectories(run.folder().resolve("cluster-" + port));
      servers.masters.add(RedisServer.start(own, port, List.of("--cluster-enabled", "yes")));
    }
    servers.meet();
    servers.awaitWhole();
    return servers;
  }

  private static int portForNode() throws IOException {
    for (int i = 0; i < TRIES; i++) {
      int port = RedisServer.freePort();
      if (port + BUS <= LAST_PORT && isFree(port + BUS)) {
        return port;
      }
    }
    throw new IOException("no port for a node of a cluster is free");
  }

  private static boolean isFree(int port) {
    try (ServerSocket socket = new ServerSocket(port, 1, InetAddress.getLoopbackAddress())) {
      return socket.isBound();
    } catch (IOException taken) {
      return false;
    }
  }

  private void meet() {
    String first = masters.get(0).url().replaceAll("^.*:", "");
    for (int i = 0; i < MASTERS; i++) {
      RedisServer node = masters.get(i);
      String unused = cluster(node, "SET-CONFIG-EPOCH", String.valueOf(i + 1));
      if (i > 0) {
        unused = cluster(node, "MEET", "127.0.0.1", first);
      }
      List<String> slots = new ArrayList<>(List.of("ADDSLOTS"));
      IntStream.range(SLOTS * i / MASTERS, SLOTS * (i + 1) / MASTERS)
          .forEach(slot -> slots.add(String.valueOf(slot)));
      unused = cluster(node, slots.toArray(String[]::new));
    }
  }

  private void awaitWhole() throws IOException {
    long end = System.nanoTime() + START_NANOS;
    while (!masters.stream().allMatch(ClusterServers::knowsTheWhole)) {
      if (System.nanoTime() - end > 0) {
        throw new IOException("the nodes do not become a cluster: " + url());
      }
      LockSupport.parkNanos(PAUSE_NANOS);
    }
  }

  private static boolean knowsTheWhole(RedisServer node) {
    String info = cluster(node, "INFO");
    return info.contains("cluster_state:ok\r")
        && info.contains("cluster_slots_ok:" + SLOTS + "\r")
        && info.contains("cluster_known_nodes:" + MASTERS + "\r");
  }

  private static String cluster(RedisServer node, String... words) {
    CommandArguments command = new CommandArguments(Protocol.Command.CLUSTER);
    for (String word : words) {
      command.add(word);
    }
    return node.client().executeCommand(new CommandObject<>(command, BuilderFactory.STRING));
  }

  @Override
  public String url() {
    return masters.stream()
        .map(master -> master.url().substring("redis://".length()))
        .collect(Collectors.joining(",", "redis+cluster://", ""));
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
