package dev.holdfast.etcd;

import static org.awaitility.Awaitility.await;

import io.etcd.jetcd.Client;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/**
 * Real members on free ports of this machine, three or one, with their data below {@code target}.
 */
final class Cluster implements AutoCloseable {
  /** Debian's suites, and so the versions: 3.4 and 3.5. */
  enum Version {
    V3_4("bookworm"),
    V3_5("trixie");

    private final String suite;

    Version(String suite) {
      this.suite = suite;
    }
  }

  private static final class Shared {
    static final Cluster CLUSTER = start(Version.V3_4);

    static {
      Runtime.getRuntime().addShutdownHook(new Thread(CLUSTER::close));
    }
  }

  private static final String CERT = "--cert-file=";

  private final Path program;
  private final Path folder;
  private final List<Integer> ports;
  private final List<String> options;
  private final Process[] members;

  private Cluster(Path program, Path folder, int size, List<Integer> ports, List<String> options) {
    this.program = program;
    this.folder = folder;
    this.ports = ports;
    this.options = options;
    this.members = new Process[size];
  }

  /** The cluster that all tests of a JVM share: none of them may harm it. */
  static Cluster shared() {
    return Shared.CLUSTER;
  }

  /** A cluster of one's own, to be closed by who started it. */
  static Cluster start(Version version) {
    return start(version, 3, List.of());
  }

  /** A member that stands alone, with options of its own. */
  static Cluster alone(Version version, String... options) {
    return start(version, 1, List.of(options));
  }

  /** A member that stands alone, speaks TLS, and wants a certificate of its authority. */
  static Cluster secure(Version version, Path ca, Path cert, Path key) {
    return alone(
        version, CERT + cert, "--key-file=" + key, "--client-cert-auth", "--trusted-ca-file=" + ca);
  }

  private static Cluster start(Version version, int size, List<String> options) {
    try {
      Path target = Path.of("target").toAbsolutePath();
      Files.createDirectories(target);
      Cluster cluster =
          new Cluster(
              program(target.resolve("etcd-" + version.suite), version),
              Files.createTempDirectory(target, "cluster-"),
              size,
              freePorts(2 * size),
              options);
      for (int member = 0; member < size; member++) {
        cluster.start(member);
      }
      if (!cluster.isSecure()) {
        cluster.awaitLeader();
      }
      return cluster;
    } catch (IOException failed) {
      throw new UncheckedIOException("no etcd cluster for the tests", failed);
    }
  }

  private static Path program(Path unpacked, Version version) throws IOException {
    Path script = Path.of("etcd-server").toAbsolutePath();
    Process got =
        new ProcessBuilder(script.toString(), unpacked.toString(), version.suite)
            .inheritIO()
            .start();
    try {
      if (!got.waitFor(10, TimeUnit.MINUTES) || got.exitValue() != 0) {
        got.destroyForcibly();
        throw new IOException("there is no etcd to be had; see " + script);
      }
    } catch (InterruptedException stop) {
      Thread.currentThread().interrupt();
      throw new IOException("interrupted", stop);
    }
    return unpacked.resolve("root/usr/bin/etcd");
  }

  private static List<Integer> freePorts(int count) throws IOException {
    List<ServerSocket> held = new ArrayList<>();
    try {
      for (int i = 0; i < count; i++) {
        held.add(new ServerSocket(0, 1, InetAddress.getLoopbackAddress()));
      }
      return held.stream().map(ServerSocket::getLocalPort).toList();
    } finally {
      for (ServerSocket socket : held) {
        socket.close();
      }
    }
  }

  /** Starts a member, or starts it again. */
  void start(int member) throws IOException {
    String peers =
        IntStream.range(0, members.length)
            .mapToObj(i -> "m" + i + "=" + peer(i))
            .collect(Collectors.joining(","));
    ProcessBuilder builder =
        new ProcessBuilder(
            program.toString(),
            "--name=m" + member,
            "--data-dir=" + folder.resolve("m" + member),
            "--listen-client-urls=" + client(member),
            "--advertise-client-urls=" + client(member),
            "--listen-peer-urls=" + peer(member),
            "--initial-advertise-peer-urls=" + peer(member),
            "--initial-cluster=" + peers,
            "--initial-cluster-token=" + folder.getFileName(),
            "--logger=zap",
            "--log-level=error");
    builder.command().addAll(options);
    Path log = folder.resolve("m" + member + ".log");
    builder
        .redirectErrorStream(true)
        .redirectOutput(ProcessBuilder.Redirect.appendTo(log.toFile()));
    members[member] = builder.start();
  }

  private boolean isSecure() {
    return options.stream().anyMatch(option -> option.startsWith(CERT));
  }

  private String client(int member) {
    return (isSecure() ? "https" : "http") + "://127.0.0.1:" + ports.get(member);
  }

  private String peer(int member) {
    return "http://127.0.0.1:" + ports.get(members.length + member);
  }

  /** Kills a member at once. */
  void kill(int member) {
    members[member].destroyForcibly();
    await().atMost(Duration.ofSeconds(10)).until(() -> !members[member].isAlive());
  }

  /** Kills a member, and starts it again without its data. */
  void wipe(int member) throws IOException {
    kill(member);
    delete(folder.resolve("m" + member));
    start(member);
  }

  private static void delete(Path folder) throws IOException {
    try (Stream<Path> files = Files.walk(folder)) {
      files.sorted(Comparator.reverseOrder()).forEach(file -> file.toFile().delete());
    }
  }

  /** Stops a member without a word; {@code CONT} wakes it. */
  void signal(int member, String signal) throws IOException {
    try {
      Process kill =
          new ProcessBuilder("kill", "-" + signal, Long.toString(members[member].pid())).start();
      if (kill.waitFor() != 0) {
        throw new IOException("kill -" + signal + " failed");
      }
    } catch (InterruptedException stop) {
      Thread.currentThread().interrupt();
      throw new IOException("interrupted", stop);
    }
  }

  /** Which member leads, as a member says it that is not the one to leave out; -1 if nobody. */
  int leader(int leftOut) {
    for (int i = 0; i < members.length; i++) {
      if (i == leftOut || !members[i].isAlive()) {
        continue;
      }
      try (Client client = client(List.of(client(i)))) {
        var status = client.getMaintenanceClient().statusMember(client(i)).get(2, TimeUnit.SECONDS);
        var list = client.getClusterClient().listMember().get(2, TimeUnit.SECONDS).getMembers();
        for (var member : list) {
          if (member.getId() == status.getLeader() && status.getLeader() != 0) {
            return Integer.parseInt(member.getName().substring(1));
          }
        }
      } catch (InterruptedException stop) {
        Thread.currentThread().interrupt();
        return -1;
      } catch (Exception silent) {
        // The next one may answer.
      }
    }
    return -1;
  }

  void awaitLeader() {
    await().atMost(Duration.ofSeconds(60)).until(() -> leader(-1) >= 0);
  }

  private static Client client(List<String> endpoints) {
    return Client.builder().endpoints(endpoints.toArray(String[]::new)).build();
  }

  /** A client of one's own, that speaks with all members in turn. */
  Client client() {
    return client(IntStream.range(0, members.length).mapToObj(this::client).toList());
  }

  String url() {
    return (isSecure() ? "etcds://" : "etcd://")
        + ports.subList(0, members.length).stream()
            .map(p -> "127.0.0.1:" + p)
            .collect(Collectors.joining(","))
        + "/tests";
  }

  /** The address of one member alone. */
  String url(int member) {
    return "etcd://127.0.0.1:" + ports.get(member) + "/tests";
  }

  @Override
  public void close() {
    for (Process member : members) {
      if (member != null) {
        member.destroyForcibly();
      }
    }
    for (Process member : members) {
      if (member != null) {
        await().atMost(Duration.ofSeconds(10)).until(() -> !member.isAlive());
      }
    }
    try {
      delete(folder);
    } catch (IOException stays) {
      throw new UncheckedIOException(stays);
    }
  }
}
