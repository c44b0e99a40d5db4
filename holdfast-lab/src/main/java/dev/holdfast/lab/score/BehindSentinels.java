package dev.holdfast.lab.score;

import dev.holdfast.lab.episode.Resp;
import java.io.File;
import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.stream.Collectors;
import redis.embedded.core.ExecutableProvider;

/** A master and a replica, and three Sentinels that watch them. */
final class BehindSentinels implements Standby {
  private static final int SENTINELS = 3;
  private static final String MASTER = "main";

  private final Pair pair;
  private final List<Process> sentinels = new ArrayList<>();
  private final List<Integer> ports = new ArrayList<>();

  BehindSentinels(Path folder) throws IOException {
    pair = new Pair(folder);
    pair.reviveReplica("--replicaof", "127.0.0.1", "" + pair.master().port());
    Waits.until(pair::isReady, "the replica follows");
    File program = ExecutableProvider.newJarResourceProvider().get();
    for (int i = 0; i < SENTINELS; i++) {
      watch(program, Files.createDirectories(folder.resolve("sentinel" + i)));
    }
    Waits.until(this::isReady, "the Sentinels know each other and the replica");
  }

  private void watch(File program, Path folder) throws IOException {
    int port;
    try (ServerSocket socket = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
      port = socket.getLocalPort();
    }
    Path settings = folder.resolve("sentinel.conf");
    Files.writeString(
        settings,
        String.join(
            "\n",
            "port " + port,
            "bind 127.0.0.1",
            "dir " + folder.toAbsolutePath(),
            "sentinel monitor " + MASTER + " 127.0.0.1 " + pair.master().port() + " 2",
            "sentinel down-after-milliseconds " + MASTER + " 700",
            "sentinel failover-timeout " + MASTER + " 2000",
            ""));
    Process process =
        new ProcessBuilder(
                program.getAbsolutePath(), settings.toAbsolutePath().toString(), "--sentinel")
            .redirectErrorStream(true)
            .redirectOutput(folder.resolve("log").toFile())
            .start();
    Runtime.getRuntime().addShutdownHook(new Thread(process::destroyForcibly));
    sentinels.add(process);
    ports.add(port);
  }

  private static String ask(int port, String... words) {
    try (Resp sentinel = new Resp(port)) {
      return String.valueOf(sentinel.ask(words));
    } catch (IOException silent) {
      return "";
    }
  }

  @Override
  public int masters() {
    return 1;
  }

  @Override
  public String url(String client) {
    return ports.stream()
        .map(port -> "127.0.0.1:" + port)
        .collect(Collectors.joining(",", "redis+sentinel://", "/" + MASTER + "?client=" + client));
  }

  @Override
  public String name(int master, String prefix) {
    return prefix;
  }

  @Override
  public void kill(int master) {
    pair.master().kill();
    pair.swap();
  }

  /** Most Sentinels name it: a client that asks one after the other may hear of it then. */
  @Override
  public boolean isReplaced(int master) {
    String port = String.valueOf(pair.master().port());
    return Pair.says(pair.master(), "role:master", "INFO", "replication")
        && ports.stream()
                .filter(
                    sentinel ->
                        ask(sentinel, "SENTINEL", "GET-MASTER-ADDR-BY-NAME", MASTER).contains(port))
                .count()
            > SENTINELS / 2;
  }

  @Override
  public void revive(int master) throws IOException {
    pair.reviveReplica("--replicaof", "127.0.0.1", "" + pair.master().port());
  }

  @Override
  public boolean isReady() {
    String port = String.valueOf(pair.master().port());
    return pair.isReady()
        && ports.stream()
            .allMatch(
                sentinel -> {
                  String master = ask(sentinel, "SENTINEL", "MASTER", MASTER);
                  String replicas = ask(sentinel, "SENTINEL", "REPLICAS", MASTER);
                  return master.contains("port, " + port + ",")
                      && master.contains("flags, master,")
                      && master.contains("num-other-sentinels, " + (SENTINELS - 1) + ",")
                      && replicas.contains("flags, slave,")
                      && replicas.contains("master-link-status, ok,");
                });
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
    pair.close();
  }
}
