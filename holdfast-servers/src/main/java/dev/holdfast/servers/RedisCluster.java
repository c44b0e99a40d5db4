package dev.holdfast.servers;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/**
 * A real cluster: three masters, each with a third of the slots, and as many replicas of each as is
 * wanted. Parts of it may fail while the others go on.
 */
public final class RedisCluster extends RedisGroup {
  /** How many masters there are. */
  public static final int MASTERS = 3;

  private static final int SLOTS = 16_384;
  private static final int TOGETHER = 10;
  private static final int MIGRATION_MILLIS = 3_000;

  private static @Nullable RedisCluster shared;

  private final List<RedisServer> nodes = new ArrayList<>();

  /**
   * Starts it, with its files in a folder.
   *
   * @param silenceMillis for how long a node may be silent before it is given up
   */
  public RedisCluster(List<String> program, Path folder, int replicas, int silenceMillis)
      throws IOException {
    List<String> options =
        List.of(
            "--cluster-enabled",
            "yes",
            "--cluster-node-timeout",
            String.valueOf(silenceMillis),
            "--cluster-require-full-coverage",
            "no",
            "--cluster-replica-validity-factor",
            "0",
            "--repl-diskless-sync-delay",
            "0");
    for (int port : Ports.free(MASTERS * (1 + replicas))) {
      Path own = Files.createDirectories(folder.resolve("node" + nodes.size()));
      Files.deleteIfExists(own.resolve("nodes.conf")); // An earlier run may have left it.
      RedisServer node = new RedisServer(program, own, port, options);
      nodes.add(node);
      node.start();
    }
    meet();
    follow();
    settle();
  }

  /** The cluster of this JVM's tests, without replicas; ends with the JVM. */
  public static synchronized RedisCluster shared() {
    RedisCluster known = shared;
    if (known == null) {
      known = started(0);
      shared = known;
    }
    return known;
  }

  /** A cluster of its own, of the chosen program. */
  public static RedisCluster started(int replicas) {
    try {
      return started(RedisProgram.chosen(), replicas);
    } catch (IOException broken) {
      throw new UncheckedIOException(broken);
    }
  }

  private static RedisCluster started(List<String> program, int replicas) throws IOException {
    // Where nothing fails, no node is to be taken for dead that only finds the machine busy.
    int silenceMillis = replicas > 0 ? 1_000 : 15_000;
    return new RedisCluster(program, Folders.fresh("cluster"), replicas, silenceMillis);
  }

  private void meet() throws IOException {
    for (int i = 0; i < nodes.size(); i++) {
      Object unused = nodes.get(i).call("CLUSTER", "SET-CONFIG-EPOCH", i + 1);
      if (i > 0) {
        unused = nodes.get(i).call("CLUSTER", "MEET", Ports.HOST, nodes.get(0).port());
      }
    }
    for (int i = 0; i < MASTERS; i++) {
      List<Object> words = new ArrayList<>(List.of("CLUSTER", "ADDSLOTS"));
      IntStream.range(SLOTS * i / MASTERS, SLOTS * (i + 1) / MASTERS).forEach(words::add);
      Object unused = nodes.get(i).call(words.toArray());
    }
    await("all nodes know each other", () -> all("known_nodes:" + nodes.size()));
    awaitWhole();
  }

  private void follow() throws IOException {
    for (int i = MASTERS; i < nodes.size(); i++) {
      Object unused = nodes.get(i).call("CLUSTER", "REPLICATE", id(nodes.get(i % MASTERS)));
    }
  }

  private static String id(RedisServer node) throws IOException {
    return String.valueOf(node.call("CLUSTER", "MYID"));
  }

  private static String info(RedisServer node) throws IOException {
    return String.valueOf(node.call("CLUSTER", "INFO"));
  }

  private static List<String> view(RedisServer node) throws IOException {
    return String.valueOf(node.call("CLUSTER", "NODES")).lines().toList();
  }

  private boolean all(String says) throws IOException {
    for (RedisServer node : nodes) {
      if (node.isAlive() && !info(node).contains("cluster_" + says + "\r")) {
        return false;
      }
    }
    return true;
  }

  /** Waits until every node that lives says that all slots are served. */
  public void awaitWhole() throws IOException {
    await("all slots are served", () -> all("state:ok") && all("slots_ok:" + SLOTS));
  }

  /** First the masters, as they were at its beginning, then their replicas in the same order. */
  @Override
  public List<RedisServer> servers() {
    return nodes;
  }

  /** Its URL, with all nodes. */
  public String url() {
    return nodes.stream()
        .map(node -> Ports.HOST + ":" + node.port())
        .collect(Collectors.joining(",", "redis+cluster://", ""));
  }

  /** The node that serves a slot now, as the first node that lives sees it. */
  public RedisServer masterOf(int slot) throws IOException {
    RedisServer asked = nodes.stream().filter(RedisServer::isAlive).findFirst().orElseThrow();
    for (String line : view(asked)) {
      String[] words = line.split(" ", -1);
      boolean has =
          words[2].contains("master")
              && !words[2].contains("fail")
              && Arrays.stream(words).skip(8).anyMatch(range -> contains(range, slot));
      if (has) {
        int port = Integer.parseInt(words[1].replaceAll("^.*:([0-9]+)@.*$", "$1"));
        return nodes.stream().filter(node -> node.port() == port).findFirst().orElseThrow();
      }
    }
    throw new IOException("no node serves the slot " + slot);
  }

  private static boolean contains(String range, int slot) {
    if (range.startsWith("[")) {
      return false;
    }
    String[] ends = range.split("-", -1);
    return Integer.parseInt(ends[0]) <= slot && slot <= Integer.parseInt(ends[ends.length - 1]);
  }

  /** A slot of this master, as it was at the beginning: its last. */
  public int slotOf(RedisServer master) {
    return SLOTS * (nodes.indexOf(master) + 1) / MASTERS - 1;
  }

  /** Whether it serves slots, as it knows itself. */
  private static boolean hasSlots(RedisServer node) throws IOException {
    return view(node).stream().anyMatch(line -> line.matches(".* myself,master .*-[0-9]+.*"));
  }

  @Override
  public boolean isPromoted(RedisServer replica) throws IOException {
    return isMaster(replica) && hasSlots(replica);
  }

  /** Whether every master that lives says that this one serves slots. */
  public boolean isKnown(RedisServer master) throws IOException {
    for (RedisServer node : masters()) {
      if (view(node).stream()
          .noneMatch(
              line ->
                  line.contains(":" + master.port() + "@")
                      && line.matches(".*[ ,]master .*-[0-9]+.*"))) {
        return false;
      }
    }
    return true;
  }

  @Override
  public void settle() throws IOException {
    start();
    awaitWhole();
    await("there are three masters", () -> masters().size() == MASTERS);
    if (nodes.size() > MASTERS) {
      for (RedisServer master : masters()) {
        await("a master has its replica", () -> replicaOf(master).isAlive());
      }
    }
    await("all nodes know the newest epoch", this::isOfOneEpoch);
  }

  /**
   * Moves a slot with all its keys to another master, as redis-cli does it, but not before all
   * nodes know of the last move: a node that takes a slot without knowing the newest epoch gives it
   * back to whichever node announced it with a newer one, and deletes its keys.
   */
  public void move(int slot, RedisServer from, RedisServer to) throws IOException {
    await("all nodes know the newest epoch", this::isOfOneEpoch);
    Object unused = to.call("CLUSTER", "SETSLOT", slot, "IMPORTING", id(from));
    unused = from.call("CLUSTER", "SETSLOT", slot, "MIGRATING", id(to));
    migrate(slot, from, to);
    await("all nodes know the newest epoch", this::isOfOneEpoch);
    String owner = id(to);
    unused = to.call("CLUSTER", "SETSLOT", slot, "NODE", owner);
    unused = from.call("CLUSTER", "SETSLOT", slot, "NODE", owner);
    for (RedisServer node : masters()) {
      unused = node.call("CLUSTER", "SETSLOT", slot, "NODE", owner);
    }
  }

  private static void migrate(int slot, RedisServer from, RedisServer to) throws IOException {
    while (from.call("CLUSTER", "GETKEYSINSLOT", slot, TOGETHER) instanceof List<?> keys
        && !keys.isEmpty()) {
      for (Object key : keys) {
        Object unused = from.call("MIGRATE", Ports.HOST, to.port(), key, 0, MIGRATION_MILLIS);
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

  /** Ends moves that were left half done. */
  public void closeSlots() throws IOException {
    for (RedisServer node : masters()) {
      String own =
          view(node).stream().filter(line -> line.contains("myself")).findFirst().orElse("");
      for (String word : own.split(" ", -1)) {
        if (word.startsWith("[")) {
          String slot = word.replaceAll("\\[([0-9]+)-.*", "$1");
          Object unused = node.call("CLUSTER", "SETSLOT", slot, "STABLE");
        }
      }
    }
  }
}
