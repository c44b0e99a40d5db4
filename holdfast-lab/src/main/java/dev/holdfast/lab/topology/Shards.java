package dev.holdfast.lab.topology;

import dev.holdfast.lab.episode.FreePorts;
import dev.holdfast.lab.episode.RedisServer;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;

/** A cluster of three masters, each with a third of the slots, and a replica of each. */
public final class Shards extends RedisGroup {
  private static final int MASTERS = 3;
  private static final int SLOTS = 16_384;
  private static final int TOGETHER = 10;
  private static final int MIGRATION_MILLIS = 3_000;

  private static final List<String> OPTIONS =
      List.of(
          "--cluster-enabled",
          "yes",
          "--cluster-node-timeout",
          "1500",
          "--cluster-require-full-coverage",
          "no",
          "--cluster-replica-validity-factor",
          "0",
          "--repl-diskless-sync-delay",
          "0");

  private final List<RedisServer> nodes = new ArrayList<>();

  Shards(Path folder) throws IOException {
    for (int port : FreePorts.take(2 * MASTERS)) {
      Path own = Files.createDirectories(folder.resolve("node" + nodes.size()));
      Files.deleteIfExists(own.resolve("nodes.conf")); // An earlier run may have left it.
      nodes.add(new RedisServer(own, port, OPTIONS, Map.of()));
    }
    meet();
    follow();
    settle();
  }

  private void meet() throws IOException {
    String first = String.valueOf(nodes.get(0).port());
    for (int i = 0; i < nodes.size(); i++) {
      nodes.get(i).ask("CLUSTER", "SET-CONFIG-EPOCH", String.valueOf(i + 1));
      if (i > 0) {
        nodes.get(i).ask("CLUSTER", "MEET", "127.0.0.1", first);
      }
    }
    for (int i = 0; i < MASTERS; i++) {
      List<String> words = new ArrayList<>(List.of("CLUSTER", "ADDSLOTS"));
      IntStream.range(SLOTS * i / MASTERS, SLOTS * (i + 1) / MASTERS)
          .forEach(slot -> words.add(String.valueOf(slot)));
      nodes.get(i).ask(words.toArray(String[]::new));
    }
    await("all nodes know each other", () -> all("known_nodes:" + nodes.size()));
    await("all slots are served", this::isWhole);
  }

  private void follow() throws IOException {
    for (int i = MASTERS; i < nodes.size(); i++) {
      nodes.get(i).ask("CLUSTER", "REPLICATE", id(nodes.get(i - MASTERS)));
    }
  }

  private static String id(RedisServer node) throws IOException {
    return String.valueOf(node.ask("CLUSTER", "MYID"));
  }

  private static String info(RedisServer node) throws IOException {
    return String.valueOf(node.ask("CLUSTER", "INFO"));
  }

  private boolean all(String says) throws IOException {
    for (RedisServer node : nodes) {
      if (!info(node).contains("cluster_" + says + "\r")) {
        return false;
      }
    }
    return true;
  }

  private boolean isWhole() throws IOException {
    return all("state:ok") && all("slots_ok:" + SLOTS);
  }

  @Override
  public List<RedisServer> servers() {
    return nodes;
  }

  @Override
  public List<Integer> ports() {
    return nodes.stream().map(RedisServer::port).toList();
  }

  /** Whether it serves slots, as it knows itself. */
  private static boolean hasSlots(RedisServer node) throws IOException {
    return String.valueOf(node.ask("CLUSTER", "NODES"))
        .lines()
        .anyMatch(line -> line.matches(".* myself,master .*-[0-9]+.*"));
  }

  @Override
  boolean isPromoted(RedisServer replica) throws IOException {
    return isMaster(replica) && hasSlots(replica);
  }

  @Override
  public void settle() throws IOException {
    start();
    await("all slots are served", this::isWhole);
    await("there are three masters", () -> masters().size() == MASTERS);
    for (RedisServer master : masters()) {
      await("a master has its replica", () -> replicaOf(master).isAlive());
    }
    await("all nodes know the newest epoch", this::isOfOneEpoch);
  }

  /**
   * Moves a slot with all its keys to another master, as redis-cli does it, but not before all
   * nodes know of the last move: a node that takes a slot without knowing the newest epoch gives it
   * back to whoever announced it with a newer one, and deletes its keys.
   */
  public void move(String slot, RedisServer from, RedisServer to) throws IOException {
    await("all nodes know the newest epoch", this::isOfOneEpoch);
    to.ask("CLUSTER", "SETSLOT", slot, "IMPORTING", id(from));
    from.ask("CLUSTER", "SETSLOT", slot, "MIGRATING", id(to));
    migrate(slot, from, to);
    await("all nodes know the newest epoch", this::isOfOneEpoch);
    String owner = id(to);
    to.ask("CLUSTER", "SETSLOT", slot, "NODE", owner);
    from.ask("CLUSTER", "SETSLOT", slot, "NODE", owner);
    for (RedisServer node : masters()) {
      node.ask("CLUSTER", "SETSLOT", slot, "NODE", owner);
    }
  }

  private static void migrate(String slot, RedisServer from, RedisServer to) throws IOException {
    String count = String.valueOf(TOGETHER);
    String port = String.valueOf(to.port());
    while (from.ask("CLUSTER", "GETKEYSINSLOT", slot, count) instanceof List<?> keys
        && !keys.isEmpty()) {
      for (Object key : keys) {
        String name = String.valueOf(key);
        from.ask("MIGRATE", "127.0.0.1", port, name, "0", String.valueOf(MIGRATION_MILLIS));
      }
    }
  }

  private boolean isOfOneEpoch() throws IOException {
    List<String> epochs = new ArrayList<>();
    for (RedisServer node : nodes) {
      if (node.isAlive()) {
        epochs.add(info(node).replaceAll("(?s)^.*cluster_current_epoch:([0-9]+).*$", "$1"));
      }
    }
    return epochs.stream().distinct().count() == 1;
  }

  /** Ends moves that somebody has left half done. */
  public void closeSlots() throws IOException {
    for (RedisServer node : masters()) {
      String own =
          String.valueOf(node.ask("CLUSTER", "NODES"))
              .lines()
              .filter(line -> line.contains("myself"))
              .findFirst()
              .orElse("");
      for (String word : own.split(" ", -1)) {
        if (word.startsWith("[")) {
          node.ask("CLUSTER", "SETSLOT", word.replaceAll("\\[([0-9]+)-.*", "$1"), "STABLE");
        }
      }
    }
  }
}
