package dev.holdfast.benchmarks;

import io.etcd.jetcd.Client;
import io.etcd.jetcd.maintenance.StatusResponse;
import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.locks.LockSupport;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

/**
 * An etcd cluster of three processes, each of which waits for its disk at every write; the script
 * of the tests unpacks it from Debian's packages.
 */
final class EtcdServers implements AutoCloseable {
  private static final int MEMBERS = 3;
  private static final String SUITE = "trixie";
  private static final long START_NANOS = TimeUnit.SECONDS.toNanos(60);
  private static final long PAUSE_NANOS = TimeUnit.MILLISECONDS.toNanos(50);

  private final List<Integer> ports;
  private final List<Process> processes = new ArrayList<>();

  private EtcdServers(List<Integer> ports) {
    this.ports = ports;
  }

  private static Path script() {
    return Path.of(System.getProperty("holdfast.root", "."), "holdfast-etcd", "etcd-server");
  }

  /** Whether the script is here, and unpacks something that runs here. */
  static boolean canBeHad() {
    return Files.exists(script())
        && System.getProperty("os.name").equals("Linux")
        && System.getProperty("os.arch").equals("amd64");
  }

  /** Starts one that ends with the scenario. */
  static EtcdServers startFor(Run run) throws IOException {
    Path program = program(run.folder());
    EtcdServers servers = new EtcdServers(freePorts());
    run.closeAtTheEnd(servers);
    String cluster =
        IntStream.range(0, MEMBERS)
            .mapToObj(i -> "m" + i + "=" + servers.peer(i))
            .collect(Collectors.joining(","));
    for (int i = 0; i < MEMBERS; i++) {
      servers.processes.add(servers.start(program, run.folder(), i, cluster));
    }
    servers.awaitFollower();
    return servers;
  }

  private static Path program(Path folder) throws IOException {
    Path unpacked = script().resolveSibling("target").resolve("etcd-" + SUITE).toAbsolutePath();
    Path log = folder.resolve("etcd-server.log");
    Process got =
        new ProcessBuilder(script().toString(), unpacked.toString(), SUITE)
            .redirectErrorStream(true)
            .redirectOutput(log.toFile())
            .start();
    try {
      if (got.waitFor() != 0) {
        throw new IOException("there is no etcd: " + Files.readString(log));
      }
    } catch (InterruptedException stop) {
      got.destroyForcibly();
      Thread.currentThread().interrupt();
      throw new IOException("interrupted while etcd was fetched", stop);
    }
    return unpacked.resolve("root/usr/bin/etcd");
  }

  private static List<Integer> freePorts() throws IOException {
    List<ServerSocket> sockets = new ArrayList<>();
    try {
      for (int i = 0; i < 2 * MEMBERS; i++) {
        sockets.add(new ServerSocket(0, 1, InetAddress.getLoopbackAddress()));
      }
      return sockets.stream().map(ServerSocket::getLocalPort).toList();
    } finally {
      for (ServerSocket socket : sockets) {
        socket.close();
      }
    }
  }

  private String client(int member) {
    return "http://127.0.0.1:" + ports.get(member);
  }

  private String peer(int member) {
    return "http://127.0.0.1:" + ports.get(MEMBERS + member);
  }

  private Process start(Path program, Path folder, int member, String cluster) throws IOException {
    Path own = Files.createDirectories(folder.resolve("etcd-" + ports.get(member)));
    return Children.start(
        new ProcessBuilder(
                program.toString(),
                "--name=m" + member,
                "--data-dir=" + own.resolve("data"),
                "--listen-client-urls=" + client(member),
                "--advertise-client-urls=" + client(member),
                "--listen-peer-urls=" + peer(member),
                "--initial-advertise-peer-urls=" + peer(member),
                "--initial-cluster=" + cluster,
                "--initial-cluster-token=" + ports.get(0),
                "--logger=zap",
                "--log-level=error")
            .redirectErrorStream(true)
            .redirectOutput(own.resolve("log").toFile()));
  }

  private void awaitFollower() throws IOException {
    long end = System.nanoTime() + START_NANOS;
    while (follower().isEmpty()) {
      if (System.nanoTime() - end > 0 || !processes.stream().allMatch(Process::isAlive)) {
        throw new IOException("the etcd cluster does not start on " + ports);
      }
      LockSupport.parkNanos(PAUSE_NANOS);
    }
  }

  /** The first member that follows, if all members know who leads. */
  private Optional<String> follower() {
    List<String> followers = new ArrayList<>();
    for (int i = 0; i < MEMBERS; i++) {
      try (Client client = Client.builder().endpoints(client(i)).build()) {
        StatusResponse status =
            client.getMaintenanceClient().statusMember(client(i)).get(1, TimeUnit.SECONDS);
        if (status.getLeader() == 0) {
          return Optional.empty();
        }
        if (status.getLeader() != status.getHeader().getMemberId()) {
          followers.add(client(i));
        }
      } catch (InterruptedException stop) {
        Thread.currentThread().interrupt();
        return Optional.empty();
      } catch (ExecutionException | TimeoutException notYet) {
        return Optional.empty();
      }
    }
    return followers.stream().findFirst();
  }

  /** A member that follows. */
  String url() throws IOException {
    return follower().orElseThrow(() -> new IOException("no member of etcd follows on " + ports));
  }

  @Override
  public void close() {
    processes.forEach(Process::destroyForcibly);
  }
}
