package dev.holdfast.benchmarks.server;

import dev.holdfast.benchmarks.figure.Figures;
import dev.holdfast.servers.ClusterMember;
import dev.holdfast.servers.DebianPackage;
import dev.holdfast.servers.Ports;
import dev.holdfast.servers.ReplicatedServer;
import java.io.IOException;
import java.util.List;
import java.util.Optional;

/**
 * The services of three servers that keep locks by consensus, and wait for their disks at every
 * write.
 */
public enum Consensus implements StoreKind {
  ZOOKEEPER("ZooKeeper", "curator-mutex", "holdfast-zookeeper"),
  ETCD("etcd", "jetcd-lock", "holdfast-etcd");

  private static final String KEEPER_SETTINGS = "tickTime=2000\ninitLimit=10\nsyncLimit=5\n";
  private static final List<String> KEEPER_JVM = List.of("-Xmx256m", "-XX:+UseSerialGC");

  private final String title;
  private final String peer;
  private final String contender;

  Consensus(String title, String peer, String contender) {
    this.title = title;
    this.peer = peer;
    this.contender = contender;
  }

  @Override
  public String title() {
    return title;
  }

  /** The lock that comes with the client that ours uses. */
  public String peer() {
    return peer;
  }

  /** Ours. */
  public String contender() {
    return contender;
  }

  /**
   * Three servers, with the address of one that follows, for all clients of all contenders: who
   * happens to be connected to the leader has a hop less.
   */
  @Override
  public Optional<String> startFor(ServerScope scope, Figures figures) throws IOException {
    if (this == ETCD && !DebianPackage.ETCD_3_5.obstacle().isEmpty()) {
      figures.note("not run: " + DebianPackage.ETCD_3_5.obstacle());
      return Optional.empty();
    }
    scope.show("starting " + title);
    ReplicatedServer servers =
        this == ETCD
            ? ReplicatedServer.etcd(DebianPackage.ETCD_3_5, scope.newFolder("etcd"))
            : ReplicatedServer.zooKeeper(scope.newFolder("zookeeper"), KEEPER_SETTINGS, KEEPER_JVM);
    scope.closeAtTheEnd(servers);
    ClusterMember follower =
        servers.members().stream()
            .filter(member -> !member.leads())
            .findFirst()
            .orElseThrow(() -> new IOException("no member of " + title + " follows"));
    String address = Ports.HOST + ":" + follower.port();
    return Optional.of(this == ETCD ? "http://" + address : address);
  }
}
