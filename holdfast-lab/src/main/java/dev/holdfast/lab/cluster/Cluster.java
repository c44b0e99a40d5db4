package dev.holdfast.lab.cluster;

import dev.holdfast.servers.ClusterMember;
import dev.holdfast.servers.Ports;
import dev.holdfast.servers.ReplicatedServer;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.locks.LockSupport;

/**
 * A replicated store of three real members, each a process of its own with its data in a folder,
 * which waits for its disk at every write, and reaches the others through a network of the lab's.
 */
public final class Cluster extends ReplicatedServer {
  /** How many members there are. */
  public static final int MEMBERS = 3;

  private static final long LEADER_NANOS = 5_000_000_000L;
  private static final long PAUSE_NANOS = 20_000_000;

  private final Service service;
  private final PeerNetwork peers;

  private Cluster(Service service, List<ClusterMember> members, PeerNetwork peers) {
    super(service.word(), members);
    this.service = service;
    this.peers = peers;
  }

  /** Starts it, with its files in a folder. */
  public static Cluster started(Service service, Path folder) throws IOException {
    if (!service.obstacle().isEmpty()) {
      throw new IOException(service.obstacle());
    }
    List<ClusterMember> members = new ArrayList<>();
    PeerNetwork peers =
        new PeerNetwork(
            Ports.free(service.doors() * MEMBERS),
            service.doors(),
            number -> members.get(number).process());
    for (int i = 0; i < MEMBERS; i++) {
      members.add(service.member(folder.resolve("member" + (i + 1)), i, Ports.free(), peers));
    }
    Cluster cluster = new Cluster(service, members, peers);
    boolean answers = false;
    try {
      cluster.start();
      answers = true;
    } finally {
      if (!answers) {
        cluster.close();
      }
    }
    return cluster;
  }

  /** What it is. */
  public Service service() {
    return service;
  }

  /**
   * The members, first the one that leads, then the others in any order. A leader that is busy
   * answers late, and an election takes a while: so the members are asked for some seconds before
   * none of them counts as the leader.
   */
  public List<ClusterMember> byRank() {
    List<ClusterMember> ranked = new ArrayList<>(members());
    Collections.shuffle(ranked, ThreadLocalRandom.current());
    Optional<Integer> leader = leader();
    long end = System.nanoTime() + LEADER_NANOS;
    while (leader.isEmpty() && System.nanoTime() < end && !Thread.currentThread().isInterrupted()) {
      LockSupport.parkNanos(PAUSE_NANOS);
      leader = leader();
    }
    leader.ifPresent(number -> Collections.swap(ranked, 0, ranked.indexOf(members().get(number))));
    return ranked;
  }

  private int number(ClusterMember member) {
    return members().indexOf(member);
  }

  /** Cuts a member off from all others; clients still reach it. */
  public void isolate(ClusterMember member) {
    members().stream().filter(other -> other != member).forEach(other -> sever(member, other));
  }

  /** Cuts the connections between two members. */
  public void sever(ClusterMember one, ClusterMember other) {
    peers.sever(number(one), number(other));
  }

  /** Ends {@link #isolate} and {@link #sever}. */
  public void rejoin(ClusterMember member) {
    peers.rejoin(number(member));
  }

  @Override
  public void close() {
    kill();
    peers.close();
  }
}
