package dev.holdfast.lab.score;

import dev.holdfast.servers.Ports;
import dev.holdfast.servers.RedisProgram;
import dev.holdfast.servers.RedisServer;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;

/** A master and a replica, and three Sentinels that watch them. */
final class BehindSentinels implements Standby {
  private static final int SENTINELS = 3;
  private static final String MASTER = "main";

  private final Pair pair;
  private final List<RedisServer> sentinels = new ArrayList<>();

  BehindSentinels(Path folder) throws IOException {
    pair = new Pair(folder);
    pair.reviveReplica("--replicaof", "127.0.0.1", "" + pair.master().port());
    Scene.until(pair::isReady, "the replica follows");
    for (int i = 0; i < SENTINELS; i++) {
      RedisServer sentinel =
          RedisServer.sentinel(
              RedisProgram.bundled(), folder.resolve("sentinel" + i), Ports.free(), settings());
      sentinels.add(sentinel);
      sentinel.start();
    }
    Scene.until(this::isReady, "the Sentinels know each other and the replica");
  }

  private String settings() {
    return String.join(
        "\n",
        "sentinel monitor " + MASTER + " 127.0.0.1 " + pair.master().port() + " 2",
        "sentinel down-after-milliseconds " + MASTER + " 700",
        "sentinel failover-timeout " + MASTER + " 2000",
        "");
  }

  private static String ask(RedisServer sentinel, Object... words) {
    try {
      return String.valueOf(sentinel.call(words));
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
    return sentinels.stream()
        .map(sentinel -> "127.0.0.1:" + sentinel.port())
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
        && sentinels.stream()
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
        && sentinels.stream()
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
    sentinels.forEach(RedisServer::close);
    pair.close();
  }
}
