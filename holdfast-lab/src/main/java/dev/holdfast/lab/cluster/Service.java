package dev.holdfast.lab.cluster;

import dev.holdfast.servers.ClusterMember;
import dev.holdfast.servers.DebianPackage;
import dev.holdfast.servers.EtcdMember;
import dev.holdfast.servers.ZooKeeperMember;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;

/** The replicated stores that locks are played on, each by the word with which their ids end. */
public enum Service {
  ZOOKEEPER("zookeeper", "zk-", 2) {
    @Override
    public String obstacle() {
      return "";
    }

    @Override
    ClusterMember member(Path folder, int number, int port, PeerNetwork peers) throws IOException {
      List<List<Integer>> known = new ArrayList<>();
      for (int i = 0; i < Cluster.MEMBERS; i++) {
        // It listens where it finds itself, and finds the others where they are heard from.
        known.add(i == number ? peers.doors(i) : peers.ways(i));
      }
      return new ZooKeeperMember(folder, number, port, known, KEEPER_SETTINGS, KEEPER_JVM);
    }
  },
  ETCD("etcd", "etcd-", 1) {
    @Override
    public String obstacle() {
      return VERSION.obstacle();
    }

    @Override
    ClusterMember member(Path folder, int number, int port, PeerNetwork peers) throws IOException {
      List<Integer> ways = new ArrayList<>();
      for (int i = 0; i < Cluster.MEMBERS; i++) {
        ways.add(peers.ways(i).get(0));
      }
      int door = peers.doors(number).get(0);
      return new EtcdMember(VERSION, folder, number, port, door, ways, List.of());
    }
  };

  /** A session may last from 2 to 20 ticks; a follower is given up after {@code syncLimit}. */
  private static final String KEEPER_SETTINGS = "tickTime=200\ninitLimit=50\nsyncLimit=5\n";

  private static final List<String> KEEPER_JVM =
      List.of(
          "-XX:TieredStopAtLevel=1",
          "-XX:+UseSerialGC",
          "-XX:-UsePerfData",
          "-Xmx128m",
          "-Dzookeeper.preAllocSize=1024");

  /** One whose leases end when they should: of 3.4 that is not claimed. */
  private static final DebianPackage VERSION = DebianPackage.ETCD_3_5;

  private final String word;
  private final String prefix;
  private final int doors;

  Service(String word, String prefix, int doors) {
    this.word = word;
    this.prefix = prefix;
    this.doors = doors;
  }

  /** The service on which a lock is, if it is on one. */
  public static Optional<Service> of(String lock) {
    return Arrays.stream(values()).filter(each -> lock.endsWith("-" + each.word)).findFirst();
  }

  /** With what the ids of the locks on it end. */
  public String word() {
    return word;
  }

  /** With what the ids of its own faults begin. */
  public String prefix() {
    return prefix;
  }

  /** Why there is none here; empty if there is one. */
  public abstract String obstacle();

  /** One member, which is not started yet. */
  abstract ClusterMember member(Path folder, int number, int port, PeerNetwork peers)
      throws IOException;

  /** On how many ports a member hears the others. */
  int doors() {
    return doors;
  }

  /** Where Holdfast finds it, through these ports; of a single one, as often as members are. */
  public String url(String host, List<Integer> ports, String session) {
    List<String> addresses = new ArrayList<>();
    for (int i = 0; i < Cluster.MEMBERS; i++) {
      addresses.add(host + ":" + ports.get(i % ports.size()));
    }
    return word + "://" + String.join(",", addresses) + "/lab?session=" + session;
  }
}
