package dev.holdfast.redis;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.awaitility.Awaitility;

/**
 * A real cluster on free ports: three masters, each with a third of the slots, and as many replicas
 * of each as is wanted. Parts of it may fail while the others go on.
 */
public final class RedisClusterForTests implements AutoCloseable {
  /** How many masters there are. */
  public static final int MASTERS = 3;

  private static final Duration PATIENCE = Duration.ofSeconds(30);
  private static RedisClusterForTests shared;

  private final List<RedisServerForTests> nodes = new ArrayList<>();

  private RedisClusterForTests(int replicas, List<String> program) throws IOException {
    List<String> options =
        List.of(
            "--cluster-enabled",
            "yes",
            "--cluster-node-timeout",
            // Where nothing fails, nobody is taken for dead who only finds the machine busy.
            replicas > 0 ? "1000" : "15000",
            "--cluster-require-full-coverage",
            "no",
            "--cluster-replica-validity-factor",
            "0",
            "--repl-diskless-sync-delay",
            "0",
            "--appendonly",
            "no");
    for (int i = 0; i < MASTERS * (1 + replicas); i++) {
      nodes.add(
          RedisServerForTests.start(
              program, RedisServerForTests.freePort(), options.toArray(String[]::new)));
    }
    meet();
    follow();
  }

  /** The cluster of this JVM's tests, without replicas; ends with the JVM. */
  public static synchronized RedisClusterForTests shared() {
    if (shared == null) {
      shared = start(0);
    }
    return shared;
  }

  /** A cluster of its own. */
  public static RedisClusterForTests start(int replicas) {
    try {
      return new RedisClusterForTests(replicas, RedisProgram.chosen());
    } catch (IOException broken) {
      throw new UncheckedIOException(broken);
    }
  }

  /** One of servers that have TLS, and whatever else came with 7.0. */
  static RedisClusterForTests startNewer(int replicas) {
    try {
      return new RedisClusterForTests(replicas, RedisProgram.chosenWithTls());
    } catch (IOException broken) {
      throw new UncheckedIOException(broken);
    }
  }

  private void meet() {
    for (int i = 0; i < nodes.size(); i++) {
      nodes.get(i).ask("CLUSTER", "SET-CONFIG-EPOCH", i + 1);
      if (i > 0) {
        nodes.get(i).ask("CLUSTER", "MEET", "127.0.0.1", nodes.get(0).port());
      }
    }
    for (int i = 0; i < MASTERS; i++) {
      List<Object> words = new ArrayList<>(List.of("CLUSTER", "ADDSLOTS"));
      IntStream.range(Slot.COUNT * i / MASTERS, Slot.COUNT * (i + 1) / MASTERS).forEach(words::add);
      nodes.get(i).ask(words.toArray());
    }
    await(
        "all know all",
        () -> nodes.stream().allMatch(node -> info(node, "known_nodes:" + nodes.size())));
    awaitOk();
  }

  private void follow() {
    for (int i = MASTERS; i < nodes.size(); i++) {
      nodes.get(i).ask("CLUSTER", "REPLICATE", id(nodes.get(i % MASTERS)));
    }
    for (RedisServerForTests replica : nodes.subList(MASTERS, nodes.size())) {
      await(
          "replicas follow",
          () -> replica.ask("INFO", "replication").toString().contains("master_link_status:up"));
    }
  }

  private static boolean info(RedisServerForTests node, String says) {
    return node.ask("CLUSTER", "INFO").toString().contains("cluster_" + says + "\r");
  }

  private static void await(String what, java.util.concurrent.Callable<Boolean> is) {
    Awaitility.await(what)
        .atMost(PATIENCE)
        .pollInterval(Duration.ofMillis(50))
        .ignoreExceptions()
        .until(is);
  }

  /** Waits until every master that lives says that all slots are served. */
  public void awaitOk() {
    await(
        "the cluster serves all slots",
        () ->
            nodes.stream()
                .filter(RedisServerForTests::isAlive)
                .allMatch(node -> info(node, "state:ok") && info(node, "slots_ok:" + Slot.COUNT)));
  }

  private static String id(RedisServerForTests node) {
    return node.ask("CLUSTER", "MYID").toString();
  }

  /** Its URL, with all nodes. */
  public String url() {
    return "redis+cluster://"
        + nodes.stream().map(node -> "127.0.0.1:" + node.port()).collect(Collectors.joining(","));
  }

  /** First the masters, as they were at its beginning, then their replicas in the same order. */
  public List<RedisServerForTests> nodes() {
    return nodes;
  }

  /** The node that serves the slot of a name now, as the first node that answers sees it. */
  public RedisServerForTests masterOf(String namespace, String name) {
    int slot = Slot.of(new Keys(namespace).hold(name));
    for (RedisServerForTests asked : nodes) {
      if (!asked.isAlive()) {
        continue;
      }
      for (String line : asked.ask("CLUSTER", "NODES").toString().lines().toList()) {
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
      break;
    }
    throw new IllegalStateException("nobody serves the slot " + slot);
  }

  private static boolean contains(String range, int slot) {
    if (range.startsWith("[")) {
      return false;
    }
    String[] ends = range.split("-", -1);
    return Integer.parseInt(ends[0]) <= slot && slot <= Integer.parseInt(ends[ends.length - 1]);
  }

  /** A name whose keys this node serves, of many that begin like this. */
  public String nameAt(RedisServerForTests node, String namespace, String prefix) {
    return IntStream.range(0, 10_000)
        .mapToObj(i -> prefix + i)
        .filter(name -> masterOf(namespace, name) == node)
        .findFirst()
        .orElseThrow();
  }

  /** The replica of a master now; it has all that the master has when this returns. */
  public RedisServerForTests replicaOf(RedisServerForTests master) {
    String follows = "master_port:" + master.port() + "\r";
    await(
        "a replica has what its master has",
        () ->
            nodes.stream()
                .filter(RedisServerForTests::isAlive)
                .map(node -> node.ask("INFO", "replication").toString())
                .anyMatch(
                    info ->
                        info.contains("role:slave")
                            && info.contains(follows)
                            && info.contains("master_link_status:up")
                            && offset(info, "slave_repl_offset")
                                >= offset(
                                    master.ask("INFO", "replication").toString(),
                                    "master_repl_offset")));
    return nodes.stream()
        .filter(node -> node != master && node.isAlive())
        .filter(node -> node.ask("INFO", "replication").toString().contains(follows))
        .findFirst()
        .orElseThrow();
  }

  static long offset(String info, String field) {
    return info.lines()
        .filter(line -> line.startsWith(field + ":"))
        .mapToLong(line -> Long.parseLong(line.substring(field.length() + 1).strip()))
        .findFirst()
        .orElseThrow();
  }

  /** Whether this node serves slots. */
  public boolean isMaster(RedisServerForTests node) {
    return node.isAlive() && node.ask("INFO", "replication").toString().contains("role:master");
  }

  /** Waits until a replica that this was before is a master with slots. */
  public void awaitPromotion(RedisServerForTests replica) {
    await(
        "the replica is promoted",
        () ->
            isMaster(replica)
                && replica
                    .ask("CLUSTER", "NODES")
                    .toString()
                    .lines()
                    .anyMatch(line -> line.matches(".* myself,master .*-[0-9]+.*")));
  }

  /** Starts what was killed, and waits until every master has a replica again. */
  public void heal() throws IOException {
    for (RedisServerForTests node : nodes) {
      if (!node.isAlive()) {
        node.revive();
      }
    }
    awaitOk();
    await(
        "every master has its replica",
        () ->
            nodes.stream().filter(this::isMaster).count() == MASTERS
                && nodes.stream()
                    .filter(node -> !isMaster(node))
                    .allMatch(
                        node ->
                            node.ask("INFO", "replication")
                                .toString()
                                .contains("master_link_status:up")));
  }

  /** A slot of this master that no test uses: its last. */
  int slotOf(RedisServerForTests master) {
    return Slot.COUNT * (nodes.indexOf(master) + 1) / MASTERS - 1;
  }

  /** Forgets all data, of every master. */
  public void flush() {
    for (RedisServerForTests node : nodes) {
      if (node.ask("INFO", "replication").toString().contains("role:master")) {
        node.ask("FLUSHALL");
      }
    }
  }

  /**
   * Moves a name's slot with all its keys to another node, as redis-cli does it, but not before all
   * nodes know of the last move: a node that takes a slot without knowing the newest epoch gives it
   * back to whoever announced the slot with a newer one, and deletes its keys.
   */
  public void move(String namespace, String name, RedisServerForTests to) {
    int slot = Slot.of(new Keys(namespace).hold(name));
    RedisServerForTests from = masterOf(namespace, name);
    to.ask("CLUSTER", "SETSLOT", slot, "IMPORTING", id(from));
    from.ask("CLUSTER", "SETSLOT", slot, "MIGRATING", id(to));
    while (from.ask("CLUSTER", "GETKEYSINSLOT", slot, 10) instanceof List<?> keys
        && !keys.isEmpty()) {
      for (Object key : keys) {
        from.ask("MIGRATE", "127.0.0.1", to.port(), key.toString().getBytes(UTF_8), 0, 5_000);
      }
    }
    await("all nodes know the newest epoch", () -> epochs() == 1);
    for (RedisServerForTests node : List.of(to, from)) {
      node.ask("CLUSTER", "SETSLOT", slot, "NODE", id(to));
    }
    for (RedisServerForTests node : nodes.stream().filter(this::isMaster).toList()) {
      node.ask("CLUSTER", "SETSLOT", slot, "NODE", id(to));
    }
  }

  /** How many epochs its nodes have for the newest. */
  private long epochs() {
    return nodes.stream()
        .filter(RedisServerForTests::isAlive)
        .map(node -> node.ask("CLUSTER", "INFO").toString())
        .map(info -> info.replaceAll("(?s)^.*cluster_current_epoch:([0-9]+).*$", "$1"))
        .distinct()
        .count();
  }

  @Override
  public void close() {
    nodes.forEach(RedisServerForTests::close);
  }
}
