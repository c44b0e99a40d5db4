package dev.holdfast.servers;

import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;

/** Members that replicate what they know: they serve as long as most of them live. */
public class ReplicatedServer implements Server {
  private static final Duration PATIENCE = Duration.ofMinutes(3);

  private final String name;
  private final List<ClusterMember> members;

  /** Members that are not started yet. */
  public ReplicatedServer(String name, List<? extends ClusterMember> members) {
    this.name = name;
    this.members = List.copyOf(members);
  }

  /** Starts three members of etcd, with their files in a folder. */
  public static ReplicatedServer etcd(DebianPackage version, Path folder) throws IOException {
    return etcd(version, folder, 3, List.of());
  }

  /** Starts so many members of etcd, with more options for their command lines. */
  public static ReplicatedServer etcd(
      DebianPackage version, Path folder, int size, List<String> options) throws IOException {
    List<Integer> ports = Ports.free(size);
    List<Integer> peers = Ports.free(size);
    List<EtcdMember> members = new ArrayList<>();
    for (int i = 0; i < size; i++) {
      Path own = folder.resolve("member" + (i + 1));
      members.add(new EtcdMember(version, own, i, ports.get(i), peers.get(i), peers, options));
    }
    return started(new ReplicatedServer("etcd", members));
  }

  /**
   * Starts three servers of ZooKeeper, with their files in a folder.
   *
   * @param settings the beginning of their configuration, of whole lines
   * @param options of their JVMs
   */
  public static ReplicatedServer zooKeeper(Path folder, String settings, List<String> options)
      throws IOException {
    List<Integer> ports = Ports.free(3);
    List<List<Integer>> peers = List.of(Ports.free(2), Ports.free(2), Ports.free(2));
    List<ZooKeeperMember> members = new ArrayList<>();
    for (int i = 0; i < ports.size(); i++) {
      Path own = folder.resolve("member" + (i + 1));
      members.add(new ZooKeeperMember(own, i, ports.get(i), peers, settings, options));
    }
    return started(new ReplicatedServer("ZooKeeper", members));
  }

  private static ReplicatedServer started(ReplicatedServer server) throws IOException {
    boolean serves = false;
    try {
      server.start();
      serves = true;
      return server;
    } finally {
      if (!serves) {
        server.close();
      }
    }
  }

  public List<? extends ClusterMember> members() {
    return members;
  }

  /** The number of the member that leads, by its own word. */
  public Optional<Integer> leader() {
    for (int i = 0; i < members.size(); i++) {
      if (members.get(i).isAlive() && members.get(i).leads()) {
        return Optional.of(i);
      }
    }
    return Optional.empty();
  }

  @Override
  public int port() {
    return ports().get(0);
  }

  @Override
  public List<Integer> ports() {
    return members.stream().map(ClusterMember::port).toList();
  }

  /** Where clients find them: hosts and ports, with commas between. */
  public String addresses() {
    return ports().stream().map(port -> Ports.HOST + ":" + port).collect(Collectors.joining(","));
  }

  @Override
  public void start() throws IOException {
    try {
      Waits.until(PATIENCE, "all members of " + name + " serve", this::allServe);
    } catch (IOException silent) {
      throw new IOException(silent.getMessage() + "; their logs: " + log(), silent);
    }
  }

  private boolean allServe() throws IOException {
    for (ClusterMember member : members) {
      member.ensureAlive(); // A member ends itself where its disk failed it.
    }
    return members.stream().allMatch(ClusterMember::serves);
  }

  @Override
  public void stop() throws IOException {
    for (ClusterMember member : members) {
      member.stop();
    }
  }

  @Override
  public void kill() {
    members.forEach(ClusterMember::kill);
  }

  /** Deletes all data; no member runs. */
  public void wipe() throws IOException {
    for (ClusterMember member : members) {
      member.wipe();
    }
  }

  @Override
  public void pause() throws IOException {
    for (ClusterMember member : members) {
      member.pause();
    }
  }

  @Override
  public void resume() throws IOException {
    for (ClusterMember member : members) {
      member.resume();
    }
  }

  @Override
  public void environment(Map<String, String> environment) {
    members.forEach(member -> member.environment(environment));
  }

  @Override
  public String log() {
    StringBuilder log = new StringBuilder();
    members.forEach(each -> log.append(each).append(":\n").append(each.log()));
    return log.toString();
  }

  @Override
  public String version() throws IOException {
    return members.get(0).version();
  }
}
