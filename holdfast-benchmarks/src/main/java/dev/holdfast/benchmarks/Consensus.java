package dev.holdfast.benchmarks;

import java.io.IOException;
import java.util.Optional;

/** The services of three servers that keep locks by consensus. */
enum Consensus {
  ZOOKEEPER("ZooKeeper", "curator-mutex", "holdfast-zookeeper"),
  ETCD("etcd", "jetcd-lock", "holdfast-etcd");

  private final String title;
  private final String peer;
  private final String contender;

  Consensus(String title, String peer, String contender) {
    this.title = title;
    this.peer = peer;
    this.contender = contender;
  }

  String title() {
    return title;
  }

  /** The lock that comes with the client that ours uses. */
  String peer() {
    return peer;
  }

  /** Ours. */
  String contender() {
    return contender;
  }

  /**
   * Starts three servers that end with the scenario, and gives the address of one that follows, for
   * all clients of all contenders: who happens to be connected to the leader has a hop less. None
   * if there are none for this machine.
   */
  Optional<String> startFor(Run run, Figures figures) throws IOException {
    if (this == ETCD && !EtcdServers.canBeHad()) {
      figures.note("not run: there is no etcd for this platform, or no script that fetches it");
      return Optional.empty();
    }
    run.progress().show("starting " + title);
    return Optional.of(
        this == ETCD ? EtcdServers.startFor(run).url() : KeeperServers.startFor(run).url());
  }
}
