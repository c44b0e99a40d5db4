package dev.holdfast.benchmarks;

import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import org.apache.zookeeper.server.quorum.QuorumPeerMain;

/**
 * A ZooKeeper ensemble of three processes, each of which waits for its disk at every write, as
 * ZooKeeper does unless it is told otherwise.
 */
final class KeeperServers implements AutoCloseable {
  private static final int SERVERS = 3;
  private static final String HOST = "127.0.0.1";
  private static final long START_NANOS = TimeUnit.SECONDS.toNanos(60);
  private static final long PAUSE_NANOS = TimeUnit.MILLISECONDS.toNanos(50);

  private final List<Integer> ports;
  private final List<Process> processes = new ArrayList<>();

  private KeeperServers(List<Integer> ports) {
    this.ports = ports;
  }

  /** Starts one that ends with the scenario. */
  static KeeperServers startFor(Run run) throws IOException {
    List<Integer> ports = freePorts(3 * SERVERS);
    KeeperServers servers = new KeeperServers(ports.subList(0, SERVERS));
    run.closeAtTheEnd(servers);
    StringBuilder all = new StringBuilder();
    for (int i = 0; i < SERVERS; i++) {
      all.append("server.").append(i + 1).append('=').append(HOST).append(':');
      all.append(ports.get(SERVERS + i)).append(':').append(ports.get(2 * SERVERS + i));
      all.append('\n');
    }
    for (int i = 0; i < SERVERS; i++) {
      servers.processes.add(start(run.folder(), i + 1, ports.get(i), all.toString()));
    }
    servers.awaitAnswers();
    return servers;
  }

  private static Process start(Path folder, int number, int port, String all) throws IOException {
    Path own = Files.createDirectories(folder.resolve("zookeeper-" + port));
    Files.writeString(own.resolve("myid"), String.valueOf(number));
    String settings =
        "tickTime=2000\ninitLimit=10\nsyncLimit=5\nadmin.enableServer=false\n"
            + "maxClientCnxns=0\n4lw.commands.whitelist=srvr\n"
            + ("clientPortAddress=" + HOST + "\nclientPort=" + port + "\n")
            + ("dataDir=" + own + "\n" + all);
    Path file = Files.writeString(own.resolve("zoo.cfg"), settings);
    return Children.start(
        new ProcessBuilder(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-Xmx256m",
                "-XX:+UseSerialGC",
                "-cp",
                System.getProperty("java.class.path"),
                QuorumPeerMain.class.getName(),
                file.toString())
            .redirectErrorStream(true)
            .redirectOutput(own.resolve("log").toFile()));
  }

  private static List<Integer> freePorts(int count) throws IOException {
    List<ServerSocket> sockets = new ArrayList<>();
    try {
      for (int i = 0; i < count; i++) {
        sockets.add(new ServerSocket(0, 1, InetAddress.getLoopbackAddress()));
      }
      return sockets.stream().map(ServerSocket::getLocalPort).toList();
    } finally {
      for (ServerSocket socket : sockets) {
        socket.close();
      }
    }
  }

  private void awaitAnswers() throws IOException {
    long end = System.nanoTime() + START_NANOS;
    while (!ports.stream().allMatch(KeeperServers::serves)) {
      if (System.nanoTime() - end > 0 || !processes.stream().allMatch(Process::isAlive)) {
        throw new IOException("the ZooKeeper ensemble does not start on " + ports);
      }
      LockSupport.parkNanos(PAUSE_NANOS);
    }
  }

  private static boolean serves(int port) {
    return status(port).contains("Mode: ");
  }

  private static String status(int port) {
    try (Socket socket = new Socket(InetAddress.getLoopbackAddress(), port)) {
      socket.getOutputStream().write("srvr".getBytes(StandardCharsets.US_ASCII));
      return new String(socket.getInputStream().readAllBytes(), StandardCharsets.US_ASCII);
    } catch (IOException notYet) {
      return "";
    }
  }

  /** A server that follows. */
  String url() throws IOException {
    for (int port : ports) {
      if (status(port).contains("Mode: follower")) {
        return HOST + ":" + port;
      }
    }
    throw new IOException("no server of ZooKeeper follows on " + ports);
  }

  @Override
  public void close() {
    processes.forEach(Process::destroyForcibly);
  }
}
