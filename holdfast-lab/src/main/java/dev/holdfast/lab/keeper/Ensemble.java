package dev.holdfast.lab.keeper;

import dev.holdfast.lab.episode.StoreServer;
import java.io.IOException;
import java.net.ServerSocket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.TreeSet;
import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;

/**
 * A ZooKeeper ensemble of three real servers, each a process of its own with its data in a folder,
 * which waits for its disk at every write.
 */
public final class Ensemble implements StoreServer {
  /** How many servers there are. */
  public static final int SERVERS = 3;

  /** With what the ids of the locks on it end. */
  public static final String WORD = "zookeeper";

  private static final long START_NANOS = TimeUnit.SECONDS.toNanos(60);
  private static final long LOOK_NANOS = 50_000_000;

  private final List<KeeperProcess> servers = new ArrayList<>();

  /** Starts it, with its files in a folder. */
  public Ensemble(Path folder) throws IOException {
    List<Integer> ports = freePorts(3 * SERVERS);
    List<Integer> clients = ports.subList(0, SERVERS);
    StringBuilder members = new StringBuilder();
    for (int i = 0; i < SERVERS; i++) {
      members.append("server.").append(i + 1).append("=127.0.0.1:");
      members.append(ports.get(SERVERS + i)).append(':').append(ports.get(2 * SERVERS + i));
      members.append('\n');
    }
    for (int i = 0; i < SERVERS; i++) {
      Path own = Files.createDirectories(folder.resolve("server" + (i + 1)));
      servers.add(new KeeperProcess(own, i + 1, clients.get(i), members.toString()));
    }
    Runtime.getRuntime().addShutdownHook(new Thread(this::kill));
    boolean answers = false;
    try {
      start();
      answers = true;
    } finally {
      if (!answers) {
        kill();
      }
    }
  }

  /** Whether locks of this id are on ZooKeeper. */
  public static boolean has(String lock) {
    return lock.startsWith("holdfast-") && lock.endsWith("-" + WORD);
  }

  /** Where Holdfast finds it, through these ports; of a single one, as often as servers are. */
  public static String url(String host, List<Integer> ports, String session) {
    List<String> addresses = new ArrayList<>();
    for (int i = 0; i < SERVERS; i++) {
      addresses.add(host + ":" + ports.get(i % ports.size()));
    }
    return "zookeeper://" + String.join(",", addresses) + "/lab?session=" + session;
  }

  /** Not those that clients get, since theirs may take them while a server is down. */
  private static List<Integer> freePorts(int count) {
    TreeSet<Integer> free = new TreeSet<>();
    while (free.size() < count) {
      int port = ThreadLocalRandom.current().nextInt(20_000, 32_000);
      try (ServerSocket socket = new ServerSocket(port)) {
        free.add(socket.getLocalPort());
      } catch (IOException taken) {
        // Another one.
      }
    }
    return List.copyOf(free);
  }

  @Override
  public int port() {
    return ports().get(0);
  }

  @Override
  public List<Integer> ports() {
    return servers.stream().map(KeeperProcess::port).toList();
  }

  /** The servers that lead or follow now, first the one that leads, if there is one. */
  public List<KeeperProcess> byRank() {
    List<KeeperProcess> ranked = new ArrayList<>(servers);
    Collections.shuffle(ranked, ThreadLocalRandom.current());
    ranked.sort((a, b) -> Boolean.compare(b.leads(), a.leads()));
    return ranked;
  }

  @Override
  public void start() throws IOException {
    long end = System.nanoTime() + START_NANOS;
    while (!servers.stream().allMatch(KeeperProcess::serves)) {
      for (KeeperProcess server : servers) {
        server.ensureAlive(); // A server ends itself where its disk failed it.
      }
      if (System.nanoTime() > end) {
        throw new IOException("ZooKeeper does not answer; see " + servers.get(0).folder());
      }
      LockSupport.parkNanos(LOOK_NANOS);
    }
  }

  @Override
  public void kill() {
    servers.forEach(KeeperProcess::kill);
  }

  @Override
  public void pause() throws IOException {
    for (KeeperProcess server : servers) {
      server.pause();
    }
  }

  @Override
  public void resume() throws IOException {
    for (KeeperProcess server : servers) {
      server.resume();
    }
  }

  @Override
  public void restartIn(Map<String, String> environment) throws IOException {
    kill();
    servers.forEach(server -> server.environment(environment));
    start();
  }

  @Override
  public String version() {
    return servers.get(0).version();
  }

  @Override
  public void close() {
    kill();
  }
}
