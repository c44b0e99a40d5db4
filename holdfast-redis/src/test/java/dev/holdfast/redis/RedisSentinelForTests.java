package dev.holdfast.redis;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.stream.Collectors;
import org.awaitility.Awaitility;

/** A real master with a replica, and three Sentinels that watch them, on free ports. */
public final class RedisSentinelForTests implements AutoCloseable {
  /** The master's name. */
  public static final String MASTER = "main";

  private static final int SENTINELS = 3;

  /** A Sentinel that stood still for two seconds trusts its clock again after 30 s. */
  private static final Duration PATIENCE = Duration.ofSeconds(75);

  private static RedisSentinelForTests shared;

  private final List<RedisServerForTests> servers = new ArrayList<>();
  private final List<Process> sentinels = new ArrayList<>();
  private final List<Integer> ports = new ArrayList<>();

  private RedisSentinelForTests(Duration silence) throws IOException {
    List<String> program = RedisProgram.chosen();
    RedisServerForTests master = RedisServerForTests.start();
    servers.add(master);
    servers.add(RedisServerForTests.start("--replicaof", "127.0.0.1", "" + master.port()));
    for (int i = 0; i < SENTINELS; i++) {
      watch(program, master, silence);
    }
    awaitReady();
  }

  /** One master without a replica, and one Sentinel, which wants another to agree with it. */
  static RedisSentinelForTests startLonely() {
    try {
      RedisSentinelForTests lonely = new RedisSentinelForTests();
      RedisServerForTests master = RedisServerForTests.start();
      lonely.servers.add(master);
      lonely.watch(RedisProgram.chosen(), master, Duration.ofSeconds(30));
      await("the Sentinel knows the master", () -> lonely.master() == master);
      return lonely;
    } catch (IOException broken) {
      throw new UncheckedIOException(broken);
    }
  }

  private RedisSentinelForTests() {}

  /**
   * Those of this JVM's tests; they end with the JVM. Their master never fails, so that nobody
   * takes it for dead who only finds the machine busy.
   */
  public static synchronized RedisSentinelForTests shared() {
    if (shared == null) {
      shared = start(Duration.ofSeconds(30));
    }
    return shared;
  }

  /** Some of its own, whose master may fail. */
  public static RedisSentinelForTests start() {
    return start(Duration.ofMillis(700));
  }

  private static RedisSentinelForTests start(Duration silence) {
    try {
      return new RedisSentinelForTests(silence);
    } catch (IOException broken) {
      throw new UncheckedIOException(broken);
    }
  }

  private void watch(List<String> program, RedisServerForTests master, Duration silence)
      throws IOException {
    Path folder =
        Files.createTempDirectory(Files.createDirectories(Path.of("target", "redis")), "sentinel");
    int port = RedisServerForTests.freePort();
    Path settings = folder.resolve("sentinel.conf");
    Files.writeString(
        settings,
        String.join(
            "\n",
            "port " + port,
            "bind 127.0.0.1",
            "dir " + folder.toAbsolutePath(),
            "sentinel monitor " + MASTER + " 127.0.0.1 " + master.port() + " 2",
            "sentinel down-after-milliseconds " + MASTER + " " + silence.toMillis(),
            "sentinel failover-timeout " + MASTER + " 3000",
            ""));
    List<String> command = new ArrayList<>(program);
    command.addAll(List.of(settings.toAbsolutePath().toString(), "--sentinel"));
    Process process =
        new ProcessBuilder(command)
            .redirectErrorStream(true)
            .redirectOutput(folder.resolve("log").toFile())
            .start();
    Runtime.getRuntime().addShutdownHook(new Thread(process::destroyForcibly));
    sentinels.add(process);
    ports.add(port);
  }

  private static void await(String what, java.util.concurrent.Callable<Boolean> is) {
    Awaitility.await(what)
        .atMost(PATIENCE)
        .pollInterval(Duration.ofMillis(50))
        .ignoreExceptions()
        .until(is);
  }

  private static Object ask(int port, Object... words) throws IOException {
    try (RespForTests client = new RespForTests("127.0.0.1", port)) {
      return client.ask(words);
    }
  }

  /** Waits until every Sentinel knows the others and a master with a replica that follows it. */
  public void awaitReady() {
    for (int port : ports) {
      await(
          "the Sentinels know each other and the replica",
          () -> {
            String master = ask(port, "SENTINEL", "MASTER", MASTER).toString();
            return master.contains("num-slaves, 1,")
                && master.contains("num-other-sentinels, " + (SENTINELS - 1) + ",")
                && master.contains("flags, master,");
          });
    }
    await(
        "the replica follows",
        () -> replica().ask("INFO", "replication").toString().contains("master_link_status:up"));
  }

  /** The server that is the master now, as most Sentinels have it. */
  public RedisServerForTests master() {
    String port =
        ports.stream()
            .map(
                sentinel -> {
                  try {
                    return ((List<?>) ask(sentinel, "SENTINEL", "get-master-addr-by-name", MASTER))
                        .get(1)
                        .toString();
                  } catch (IOException broken) {
                    throw new UncheckedIOException(broken);
                  }
                })
            .collect(Collectors.groupingBy(each -> each, Collectors.counting()))
            .entrySet()
            .stream()
            .filter(each -> each.getValue() > ports.size() / 2)
            .findFirst()
            .orElseThrow()
            .getKey();
    return servers.stream()
        .filter(server -> server.port() == Integer.parseInt(port))
        .findFirst()
        .orElseThrow();
  }

  /** The other one. */
  public RedisServerForTests replica() {
    RedisServerForTests master = master();
    return servers.stream().filter(server -> server != master).findFirst().orElseThrow();
  }

  /** Waits until the replica has all that the master has. */
  public void awaitCaughtUp() {
    RedisServerForTests master = master();
    RedisServerForTests replica = replica();
    await(
        "the replica has what the master has",
        () ->
            RedisClusterForTests.offset(
                    replica.ask("INFO", "replication").toString(), "slave_repl_offset")
                >= RedisClusterForTests.offset(
                    master.ask("INFO", "replication").toString(), "master_repl_offset"));
  }

  /** Waits until this server is the master, for most Sentinels and for itself. */
  public void awaitPromotion(RedisServerForTests server) {
    await(
        "the replica is promoted",
        () ->
            master() == server
                && server.ask("INFO", "replication").toString().contains("role:master"));
  }

  /** Starts what was killed, and waits until all is as it was at the beginning. */
  public void heal() throws IOException {
    for (RedisServerForTests server : servers) {
      if (!server.isAlive()) {
        server.revive();
      }
    }
    awaitReady();
  }

  /** Stops the time of the Sentinels and of the servers: they keep their connections. */
  void pause() throws Exception {
    signal("STOP");
    for (RedisServerForTests server : servers) {
      server.pause();
    }
  }

  /** Ends {@link #pause()}. */
  void resume() throws Exception {
    for (RedisServerForTests server : servers) {
      server.resume();
    }
    signal("CONT");
  }

  private void signal(String name) throws Exception {
    for (Process sentinel : sentinels) {
      new ProcessBuilder("kill", "-" + name, String.valueOf(sentinel.pid())).start().waitFor();
    }
  }

  /** Where the Sentinels are. */
  public List<Integer> ports() {
    return ports;
  }

  /** The URL, with all Sentinels. */
  public String url() {
    return "redis+sentinel://"
        + ports.stream().map(port -> "127.0.0.1:" + port).collect(Collectors.joining(","))
        + "/"
        + MASTER;
  }

  @Override
  public void close() {
    for (Process sentinel : sentinels) {
      sentinel.destroyForcibly();
      try {
        boolean unused = sentinel.waitFor(20, TimeUnit.SECONDS);
      } catch (InterruptedException stop) {
        Thread.currentThread().interrupt();
      }
    }
    servers.forEach(RedisServerForTests::close);
  }
}
