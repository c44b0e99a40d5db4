package dev.holdfast.lab.topology;

import dev.holdfast.lab.episode.FreePorts;
import dev.holdfast.lab.episode.RedisServer;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/**
 * A master with a replica, and three Sentinels that watch them, all without persistence. Either
 * server may be the master.
 */
public final class Sentinels extends RedisGroup {
  private static final String MASTER = "main";
  private static final int SENTINELS = 3;

  /** As long as a master may be silent before it is given up. */
  private static final int SILENCE_MILLIS = 1_000;

  private final List<RedisServer> servers = new ArrayList<>();
  private final List<RedisServer> sentinels = new ArrayList<>();

  Sentinels(Path folder) throws IOException {
    List<Integer> ports = FreePorts.take(2 + SENTINELS);
    int master = ports.get(0);
    servers.add(new RedisServer(folder.resolve("server0"), master, List.of(), Map.of()));
    servers.add(
        new RedisServer(folder.resolve("server1"), ports.get(1), following(master), Map.of()));
    for (int port : ports.subList(2, ports.size())) {
      Path own = Files.createDirectories(folder.resolve("sentinel" + sentinels.size()));
      sentinels.add(RedisServer.sentinel(own, port, settings(master)));
    }
    settle();
  }

  private static List<String> following(int master) {
    return List.of("--replicaof", "127.0.0.1", String.valueOf(master));
  }

  private static String settings(int master) {
    return String.join(
        "\n",
        "sentinel monitor " + MASTER + " 127.0.0.1 " + master + " 2",
        "sentinel down-after-milliseconds " + MASTER + " " + SILENCE_MILLIS,
        "sentinel failover-timeout " + MASTER + " 3000",
        "");
  }

  @Override
  public List<RedisServer> servers() {
    return servers;
  }

  /** The Sentinels. */
  public List<RedisServer> sentinels() {
    return sentinels;
  }

  /** Clients know the Sentinels, who tell them where the master is. */
  @Override
  public List<Integer> ports() {
    return sentinels.stream().map(RedisServer::port).toList();
  }

  static String path() {
    return "/" + MASTER;
  }

  /** The server that is the master, for most Sentinels. */
  public RedisServer master() throws IOException {
    for (RedisServer server : servers) {
      int votes = 0;
      for (RedisServer sentinel : sentinels) {
        votes += sentinel.isAlive() && masterOf(sentinel).equals("" + server.port()) ? 1 : 0;
      }
      if (votes > SENTINELS / 2) {
        return server;
      }
    }
    throw new IOException("the Sentinels do not agree who is the master");
  }

  private static String masterOf(RedisServer sentinel) throws IOException {
    return sentinel.ask("SENTINEL", "get-master-addr-by-name", MASTER) instanceof List<?> address
        ? String.valueOf(address.get(1))
        : "";
  }

  /** The other one. */
  public RedisServer replica() throws IOException {
    return servers.get(1 - servers.indexOf(master()));
  }

  @Override
  boolean isPromoted(RedisServer replica) throws IOException {
    return master().equals(replica) && isMaster(replica);
  }

  @Override
  public String constellation() throws IOException {
    return "master at " + master().port();
  }

  /** What was killed comes back as a replica of the one that is the master now. */
  @Override
  public void start() throws IOException {
    for (RedisServer sentinel : sentinels) {
      sentinel.ensureAlive();
    }
    for (RedisServer server : servers) {
      if (!server.isAlive()) {
        RedisServer other = servers.get(1 - servers.indexOf(server));
        server.options(other.isAlive() ? following(other.port()) : List.of());
        server.start();
      }
    }
  }

  @Override
  public void settle() throws IOException {
    start();
    for (RedisServer sentinel : sentinels) {
      await(
          "a Sentinel knows the others and the replica",
          () -> {
            String master = String.valueOf(sentinel.ask("SENTINEL", "MASTER", MASTER));
            return master.contains("num-slaves, 1,")
                && master.contains("num-other-sentinels, " + (SENTINELS - 1) + ",")
                && master.contains("flags, master,");
          });
    }
    await("the replica follows", () -> isFollowing(replica(), master()));
  }

  @Override
  public void close() {
    sentinels.forEach(RedisServer::close);
    super.close();
  }
}
