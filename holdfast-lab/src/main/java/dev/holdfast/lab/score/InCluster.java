package dev.holdfast.lab.score;

import dev.holdfast.servers.RedisServer;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

/** A cluster of three masters, with a replica each. */
final class InCluster implements Standby {
  private static final int MASTERS = 3;
  private static final int SLOTS = 16_384;

  private final List<Pair> pairs = new ArrayList<>();

  InCluster(Path folder) throws IOException {
    List<String> options =
        List.of(
            "--cluster-enabled",
            "yes",
            "--cluster-node-timeout",
            "1000",
            "--cluster-require-full-coverage",
            "no",
            "--cluster-replica-validity-factor",
            "0",
            "--repl-diskless-sync-delay",
            "0");
    for (int i = 0; i < MASTERS; i++) {
      pairs.add(new Pair(folder.resolve("shard" + i)).with(options));
    }
    meet();
    for (Pair pair : pairs) {
      String id = String.valueOf(pair.master().call("CLUSTER", "MYID"));
      Object unused = pair.replica().call("CLUSTER", "REPLICATE", id);
    }
    Scene.until(this::isReady, "the cluster is whole");
  }

  private void meet() throws IOException {
    RedisServer first = pairs.get(0).master();
    int epoch = 1;
    for (RedisServer server : all()) {
      Object unused = server.call("CLUSTER", "SET-CONFIG-EPOCH", "" + epoch++);
      unused = server.call("CLUSTER", "MEET", "127.0.0.1", "" + first.port());
    }
    for (int i = 0; i < MASTERS; i++) {
      List<String> words = new ArrayList<>(List.of("CLUSTER", "ADDSLOTS"));
      IntStream.range(first(i), first(i + 1)).forEach(slot -> words.add("" + slot));
      Object unused = pairs.get(i).master().call(words.toArray());
    }
    Scene.until(
        () ->
            all().stream()
                .allMatch(
                    server ->
                        Pair.says(server, "cluster_known_nodes:" + 2 * MASTERS, "CLUSTER", "INFO")
                            && Pair.says(server, "cluster_state:ok", "CLUSTER", "INFO")),
        "all nodes know all");
  }

  private static int first(int master) {
    return SLOTS * master / MASTERS;
  }

  private List<RedisServer> all() {
    return pairs.stream().flatMap(pair -> pair.both().stream()).toList();
  }

  @Override
  public int masters() {
    return MASTERS;
  }

  @Override
  public String url(String client) {
    return all().stream()
        .map(server -> "127.0.0.1:" + server.port())
        .collect(Collectors.joining(",", "redis+cluster://", "?client=" + client));
  }

  @Override
  public String name(int master, String prefix) throws IOException {
    for (int i = 0; ; i++) {
      String name = prefix + i;
      Object slot = pairs.get(0).master().call("CLUSTER", "KEYSLOT", name);
      if (slot instanceof Long known && first(master) <= known && known < first(master + 1)) {
        return name;
      }
    }
  }

  @Override
  public void kill(int master) {
    pairs.get(master).master().kill();
    pairs.get(master).swap();
  }

  /** It serves the slots, as it says itself and as the other masters say. */
  @Override
  public boolean isReplaced(int master) {
    String port = "127.0.0.1:" + pairs.get(master).master().port() + "@";
    return pairs.stream()
        .allMatch(
            pair -> {
              try {
                return String.valueOf(pair.master().call("CLUSTER", "NODES"))
                    .lines()
                    .anyMatch(
                        line ->
                            line.contains(port)
                                && line.matches(".*[ ,]master .* " + first(master) + "-[0-9]+.*"));
              } catch (IOException silent) {
                return false;
              }
            });
  }

  @Override
  public void revive(int master) throws IOException {
    pairs.get(master).replica().start();
  }

  @Override
  public boolean isReady() {
    return pairs.stream().allMatch(Pair::isReady)
        && all().stream()
            .allMatch(
                server ->
                    Pair.says(server, "cluster_slots_ok:" + SLOTS, "CLUSTER", "INFO")
                        && Pair.says(server, "cluster_state:ok", "CLUSTER", "INFO"));
  }

  @Override
  public void close() {
    pairs.forEach(Pair::close);
  }
}
