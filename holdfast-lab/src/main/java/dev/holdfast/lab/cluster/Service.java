package dev.holdfast.lab.cluster;

import java.io.IOException;
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
    Member member(Seat seat) throws IOException {
      return new KeeperMember(seat);
    }
  },
  ETCD("etcd", "etcd-", 1) {
    @Override
    public String obstacle() {
      return EtcdMember.PROGRAM.obstacle();
    }

    @Override
    Member member(Seat seat) {
      return new EtcdMember(seat);
    }
  };

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

  abstract Member member(Seat seat) throws IOException;

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
