package dev.holdfast.zookeeper;

import dev.holdfast.consensus.ConsensusSession;
import dev.holdfast.spi.ClientIdentity;
import dev.holdfast.spi.Examination;
import dev.holdfast.spi.Finding;
import dev.holdfast.spi.LockStore;
import dev.holdfast.spi.StoreCapabilities;
import dev.holdfast.spi.StoreCapabilities.HoldKind;
import dev.holdfast.spi.StoreListener;
import dev.holdfast.spi.StoreSession;
import java.time.Duration;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import org.apache.curator.framework.CuratorFramework;
import org.apache.zookeeper.data.ACL;

/**
 * Locks on a ZooKeeper ensemble through a Curator client.
 *
 * <pre>{@code
 * CuratorFramework curator = CuratorFrameworkFactory.newClient("zk1,zk2,zk3", new RetryForever(100));
 * curator.start();
 * try (Holdfast holdfast = Holdfast.over(ZooKeeperStore.of(curator))) { … }
 * }</pre>
 *
 * <p>The client stays its owner's: closing the store does not close it. A hold ends with the
 * client's ZooKeeper session; a lease is certain for two thirds of the session's timeout at a time,
 * however long a lease was asked for. Nothing blocks a thread while ZooKeeper is asked.
 */
public final class ZooKeeperStore implements LockStore {
  static final Duration CONNECTS_WITHIN = Duration.ofSeconds(10);
  private static final Duration REQUEST_TIMEOUT = Duration.ofSeconds(5);
  private static final String USUAL_BASE = "/holdfast";

  private final String description;
  private final Clients clients;
  private final String base;
  private final Optional<ZooKeeperUrl> url;

  private ZooKeeperStore(
      String description, Clients clients, String base, Optional<ZooKeeperUrl> url) {
    this.description = description;
    this.clients = clients;
    this.base = base;
    this.url = url;
  }

  /**
   * A store over a client that was started; its nodes are below {@code /holdfast} in the client's
   * namespace, and everybody may change them.
   */
  public static ZooKeeperStore of(CuratorFramework client) {
    return of(client, Clients.ANYBODY);
  }

  /**
   * A store over a client that was started; its nodes are below {@code /holdfast} in the client's
   * namespace.
   *
   * @param acl who may do what with the nodes that are made: all users of the same locks need all
   *     rights
   */
  public static ZooKeeperStore of(CuratorFramework client, List<ACL> acl) {
    String namespace = client.getNamespace();
    String base =
        namespace == null || namespace.isEmpty() ? USUAL_BASE : "/" + namespace + USUAL_BASE;
    return new ZooKeeperStore(
        "ZooKeeper (through a given Curator client)",
        Clients.given(client, List.copyOf(Objects.requireNonNull(acl, "acl"))),
        base,
        Optional.empty());
  }

  /** A store whose sessions have clients of their own. */
  static ZooKeeperStore at(ZooKeeperUrl url) {
    return new ZooKeeperStore(url.toString(), Clients.own(url), url.path(), Optional.of(url));
  }

  @Override
  public StoreCapabilities capabilities() {
    return new StoreCapabilities(false, true, HoldKind.SESSION, REQUEST_TIMEOUT);
  }

  @Override
  public StoreSession open(ClientIdentity client, StoreListener listener) {
    Layout layout = new Layout(base, client.namespace());
    return open(description, clients.lend(), layout, REQUEST_TIMEOUT, listener);
  }

  static StoreSession open(
      String store, Clients.Lent lent, Layout layout, Duration timeout, StoreListener listener) {
    return ConsensusSession.open(
        store,
        timeout,
        Duration.ZERO,
        new ZooKeeperCoordination(store, lent, layout),
        listener,
        session -> ((ZooKeeperSession) session).prepare());
  }

  @Override
  public List<Finding> examine(Examination examination) {
    Clients.Lent lent = clients.lend();
    try {
      return new Inspection(description, lent, base, url, REQUEST_TIMEOUT).run(examination);
    } finally {
      lent.close();
    }
  }

  /** Does nothing: what a session opened, it closes itself. */
  @Override
  public void close() {}

  @Override
  public String toString() {
    return description;
  }
}
