package dev.holdfast.servers;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * A real master with a replica, and three Sentinels that watch them, all without persistence.
 * Either server may be the master.
 */
public final class RedisSentinels extends RedisGroup {
  /** The master's name. */
  public static final String MASTER = "main";

  private static final int SENTINELS = 3;

  private static @Nullable RedisSentinels shared;

  private final List<String> program;
  private final List<RedisServer> servers = new ArrayList<>();
  private final List<RedisServer> sentinels = new ArrayList<>();

  private RedisSentinels(
      List<String> program, Path folder, int replicas, int count, Duration silence)
      throws IOException {
    this.program = program;
    int master = Ports.free();
    add(folder, master, List.of());
    for (int i = 0; i < replicas; i++) {
      add(folder, Ports.free(), following(master));
    }
    String settings =
        String.join(
            "\n",
            // Two of them have to agree that it is silent, also where there is only one.
            "sentinel monitor " + MASTER + " " + Ports.HOST + " " + master + " 2",
            "sentinel down-after-milliseconds " + MASTER + " " + silence.toMillis(),
            "sentinel failover-timeout " + MASTER + " 3000",
            "");
    for (int i = 0; i < count; i++) {
      sentinels.add(
          RedisServer.sentinel(program, folder.resolve("sentinel" + i), Ports.free(), settings));
    }
    for (RedisServer sentinel : sentinels) {
      sentinel.start();
    }
  }

  /**
   * Starts them, with their files in a folder.
   *
   * @param silence for how long a master may be silent before it is given up
   */
  public static RedisSentinels started(Path folder, Duration silence) throws IOException {
    return started(RedisProgram.bundled(), folder, silence);
  }

  private static RedisSentinels started(List<String> program, Path folder, Duration silence)
      throws IOException {
    RedisSentinels started = new RedisSentinels(program, folder, 1, SENTINELS, silence);
    started.settle();
    return started;
  }

  /**
   * Those of this JVM's tests; they end with the JVM. Their master never fails, so that it is not
   * taken for dead where it only finds the machine busy.
   */
  public static synchronized RedisSentinels shared() {
    RedisSentinels known = shared;
    if (known == null) {
      known = started(Duration.ofSeconds(30));
      shared = known;
    }
    return known;
  }

  /** Some of its own, whose master may fail. */
  public static RedisSentinels started() {
    return started(Duration.ofMillis(700));
  }

  private static RedisSentinels started(Duration silence) {
    try {
      return started(RedisProgram.chosen(), Folders.fresh("sentinels"), silence);
    } catch (IOException broken) {
      throw new UncheckedIOException(broken);
    }
  }

  /** One master without a replica, and one Sentinel, which wants another to agree with it. */
  public static RedisSentinels startedLonely() {
    try {
      RedisSentinels lonely =
          new RedisSentinels(
              RedisProgram.chosen(), Folders.fresh("sentinels"), 0, 1, Duration.ofSeconds(30));
      await("the Sentinel knows the master", () -> lonely.master().equals(lonely.servers.get(0)));
      return lonely;
    } catch (IOException broken) {
      throw new UncheckedIOException(broken);
    }
  }

  private void add(Path folder, int port, List<String> options) throws IOException {
    RedisServer server =
        new RedisServer(program, folder.resolve("server" + servers.size()), port, options);
    servers.add(server);
    server.start();
  }

  private static List<String> following(int master) {
    return List.of("--replicaof", Ports.HOST, String.valueOf(master));
  }

  @Override
  public List<RedisServer> servers() {
    return servers;
  }

  /** The Sentinels. */
  public List<RedisServer> sentinels() {
    return sentinels;
  }

  @Override
  protected List<RedisServer> processes() {
    List<RedisServer> all = new ArrayList<>(sentinels);
    all.addAll(servers);
    return all;
  }

  /** Clients know the Sentinels, who tell them where the master is. */
  @Override
  public List<Integer> ports() {
    return sentinels.stream().map(RedisServer::port).toList();
  }

  /** The URL, with all Sentinels. */
  public String url() {
    return ports().stream()
        .map(port -> Ports.HOST + ":" + port)
        .collect(Collectors.joining(",", "redis+sentinel://", "/" + MASTER));
  }

  /** The server that is the master, for most Sentinels. */
  public RedisServer master() throws IOException {
    for (RedisServer server : servers) {
      int votes = 0;
      for (RedisServer sentinel : sentinels) {
        votes += sentinel.isAlive() && masterOf(sentinel).equals("" + server.port()) ? 1 : 0;
      }
      if (votes > sentinels.size() / 2) {
        return server;
      }
    }
    throw new IOException("the Sentinels do not agree who is the master");
  }

  private static String masterOf(RedisServer sentinel) throws IOException {
    return sentinel.call("SENTINEL", "get-master-addr-by-name", MASTER) instanceof List<?> address
        ? String.valueOf(address.get(1))
        : "";
  }

  /** The other one. */
  public RedisServer replica() throws IOException {
    return servers.get(1 - servers.indexOf(master()));
  }

  @Override
  public boolean isPromoted(RedisServer replica) throws IOException {
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
            String master = String.valueOf(sentinel.call("SENTINEL", "MASTER", MASTER));
            String replicas = String.valueOf(sentinel.call("SENTINEL", "REPLICAS", MASTER));
            return master.contains("num-slaves, 1,")
                && master.contains("num-other-sentinels, " + (SENTINELS - 1) + ",")
                && master.contains("flags, master,")
                && replicas.contains("flags, slave,")
                && replicas.contains("master-link-status, ok,");
          });
    }
    await("the replica follows", () -> isFollowing(replica(), master()));
  }
}
