package dev.holdfast.redis;

import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.holdfast.Holdfast;
import dev.holdfast.Lease;
import dev.holdfast.LockOptions;
import dev.holdfast.StoreException;
import dev.holdfast.redis.internal.protocol.Slot;
import dev.holdfast.servers.Certificates;
import dev.holdfast.servers.Folders;
import dev.holdfast.servers.Ports;
import dev.holdfast.servers.RedisProgram;
import dev.holdfast.servers.RedisServer;
import dev.holdfast.spi.LockStore;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/** TLS to a Sentinel and the master that it names, and to a cluster: real ones. */
public abstract class RedisTlsTopologyTests extends AdapterTests {
  private static final Duration PATIENCE = Duration.ofSeconds(30);
  private static final String PASSWORD = "watch-man";
  private static final int NODES = 2;

  private static final List<RedisServer> servers = new ArrayList<>();
  private static final List<RedisServer> nodes = new ArrayList<>();
  private static final List<Integer> nodePorts = new ArrayList<>();
  private static Certificates ours;
  private static Certificates strangers;
  private static int sentinelPort;
  private static Process sentinel;

  @BeforeAll
  static void start() throws Exception {
    Path folder = Folders.fresh("tls");
    ours = new Certificates(folder.resolve("ours"));
    ours.make("server", "dns:localhost,ip:127.0.0.1");
    strangers = new Certificates(folder.resolve("strangers"));
    int master = Ports.free();
    servers.add(server(master));
    watch(folder, master);
    for (int i = 0; i < NODES; i++) {
      int port = Ports.free();
      nodePorts.add(port);
      nodes.add(
          server(
              port,
              "--cluster-enabled",
              "yes",
              "--tls-cluster",
              "yes",
              "--tls-replication",
              "yes"));
    }
    meet();
  }

  private static List<String> tls(String prefix) throws Exception {
    return List.of(
        prefix + "tls-cert-file",
        ours.certificate("server").toString(),
        prefix + "tls-key-file",
        ours.key("server").toString(),
        prefix + "tls-ca-cert-file",
        ours.certificate("ca").toString(),
        prefix + "tls-auth-clients",
        "no");
  }

  private static RedisServer server(int tlsPort, String... more) throws Exception {
    List<String> options = new ArrayList<>(tls("--"));
    options.addAll(List.of("--tls-port", "" + tlsPort));
    options.addAll(List.of(more));
    return RedisServer.started(RedisProgram.chosenWithTls(), options.toArray(String[]::new));
  }

  private static void watch(Path folder, int master) throws Exception {
    sentinelPort = Ports.free();
    List<String> lines = new ArrayList<>();
    lines.add("port 0");
    lines.add("tls-port " + sentinelPort);
    List<String> words = tls("");
    for (int i = 0; i < words.size(); i += 2) {
      lines.add(words.get(i) + " " + words.get(i + 1));
    }
    lines.add("tls-replication yes");
    lines.add("bind 127.0.0.1");
    lines.add("dir " + folder);
    lines.add("requirepass " + PASSWORD);
    lines.add("sentinel monitor main 127.0.0.1 " + master + " 1");
    lines.add("");
    Path settings = Files.writeString(folder.resolve("sentinel.conf"), String.join("\n", lines));
    List<String> command = new ArrayList<>(RedisProgram.chosenWithTls());
    command.addAll(List.of(settings.toString(), "--sentinel"));
    sentinel =
        new ProcessBuilder(command)
            .redirectErrorStream(true)
            .redirectOutput(folder.resolve("log").toFile())
            .start();
    Runtime.getRuntime().addShutdownHook(new Thread(sentinel::destroyForcibly));
    Awaitility.await("the Sentinel watches, see " + folder)
        .atMost(PATIENCE)
        .until(() -> Files.readString(folder.resolve("log")).contains("+monitor master main"));
  }

  private static void meet() {
    nodes.get(0).ask("CLUSTER", "MEET", "127.0.0.1", nodePorts.get(1));
    for (int i = 0; i < NODES; i++) {
      List<Object> words = new ArrayList<>(List.of("CLUSTER", "ADDSLOTS"));
      IntStream.range(Slot.COUNT * i / NODES, Slot.COUNT * (i + 1) / NODES).forEach(words::add);
      nodes.get(i).ask(words.toArray());
    }
    Awaitility.await("the cluster serves all slots")
        .atMost(PATIENCE)
        .until(
            () ->
                nodes.stream()
                    .map(node -> node.ask("CLUSTER", "INFO").toString())
                    .allMatch(info -> info.contains("state:ok") && info.contains("nodes:2")));
  }

  @AfterAll
  static void stop() throws Exception {
    sentinel.destroyForcibly().waitFor();
    servers.forEach(RedisServer::close);
    nodes.forEach(RedisServer::close);
    servers.clear();
    nodes.clear();
    nodePorts.clear();
  }

  private static String sentinelUrl(Certificates trusted) throws Exception {
    return "rediss+sentinel://localhost:"
        + sentinelPort
        + "/main?sentinelPassword="
        + PASSWORD
        + "&ca="
        + trusted.certificate("ca");
  }

  private static String clusterUrl(Certificates trusted) throws Exception {
    return "rediss+cluster://localhost:" + nodePorts.get(0) + "?ca=" + trusted.certificate("ca");
  }

  /** A whole life of locks, with the pushes that only a second connection brings. */
  private void works(String url, List<RedisServer> at, int names) throws Exception {
    try (LockStore store = store(url);
        VerbsForTests a = new VerbsForTests(store, "tls");
        VerbsForTests b = new VerbsForTests(store, "tls")) {
      for (VerbsForTests client : List.of(a, b)) {
        Awaitility.await("it listens")
            .atMost(PATIENCE)
            .until(() -> at.stream().anyMatch(client::isHeardAt));
      }
      for (int i = 0; i < names; i++) {
        String name = "n" + i;
        String held = a.take(name);
        String waiting = b.join(name);
        Awaitility.await().atMost(PATIENCE).until(() -> a.listener.recalled.contains(held));
        assertTrue(a.release(name, held));
        Awaitility.await().atMost(PATIENCE).until(() -> b.listener.granted.contains(waiting));
        assertTrue(b.release(name, waiting));
      }
    }
  }

  @Test
  void aQuorumOverTls() throws Exception {
    List<Integer> ports = new ArrayList<>();
    for (int i = 0; i < 3; i++) {
      ports.add(Ports.free());
      servers.add(server(ports.get(i)));
    }
    String members =
        ports.stream().map(port -> "localhost:" + port).collect(Collectors.joining(","));
    String url = "redlocks://" + members + "?rejoin=1s&ca=";
    LockOptions shortly = LockOptions.defaults().lease(Duration.ofSeconds(1));
    try (Holdfast a = Holdfast.connect(url + ours.certificate("ca"))) {
      Lease lease = a.mutex("n", shortly).acquire(PATIENCE);
      assertTrue(lease.nodes() >= 2);
      lease.close();
    }
    assertThrows(
        StoreException.class, () -> Holdfast.connect(url + strangers.certificate("ca")).close());
  }

  private void refused(String url) {
    assertThrows(
        StoreException.class,
        () -> {
          try (LockStore store = store(url)) {
            new VerbsForTests(store, "").close();
          }
        });
  }

  @Test
  void aSentinelAndItsMasterAreReached() throws Exception {
    works(sentinelUrl(ours), servers, 1);
  }

  @Test
  void allNodesOfAClusterAreReached() throws Exception {
    works(clusterUrl(ours), nodes, 10);
    for (RedisServer node : nodes) {
      assertTrue(
          node.ask("INFO", "commandstats").toString().contains("cmdstat_evalsha"),
          "each of them was asked");
    }
  }

  @Test
  void whoIsNotTrustedIsNotTalkedTo() throws Exception {
    refused(sentinelUrl(strangers));
    refused(clusterUrl(strangers));
  }

  @Test
  void withoutTlsNobodyAnswers() throws Exception {
    refused("redis+cluster://localhost:" + nodePorts.get(0));
    refused("redis+sentinel://localhost:" + sentinelPort + "/main?sentinelPassword=" + PASSWORD);
  }
}
