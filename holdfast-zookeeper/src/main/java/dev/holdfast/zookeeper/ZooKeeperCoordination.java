package dev.holdfast.zookeeper;

import dev.holdfast.StoreException;
import dev.holdfast.consensus.CoordinationService;
import dev.holdfast.consensus.CoordinationSession;
import dev.holdfast.consensus.SessionTicker;
import dev.holdfast.spi.Futures;
import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.BiConsumer;
import org.apache.curator.framework.CuratorFramework;
import org.apache.curator.framework.imps.CuratorFrameworkState;
import org.jspecify.annotations.Nullable;

/** The ZooKeeper sessions of one client, one at a time. Thread-safe. */
final class ZooKeeperCoordination implements CoordinationService {
  private static final Logger LOG = System.getLogger(ZooKeeperCoordination.class.getName());

  private final String store;
  private final Clients.Lent lent;
  private final SessionTicker ticker = new SessionTicker();
  private final ServerClock clock = new ServerClock(ticker);
  private final NameNodes names;
  private final NameCleanup forgetting;
  private final ReentrantLock lock = new ReentrantLock();
  private final Map<ZkSession, ZooKeeperSession> sessions = new ConcurrentHashMap<>();
  private @Nullable SessionHolder link;

  ZooKeeperCoordination(String store, Clients.Lent lent, Layout layout) {
    this.store = store;
    this.lent = lent;
    names = new NameNodes(layout, lent.acl(), clock);
    forgetting = new NameCleanup(names, clock, ticker);
  }

  @Override
  public void start(BiConsumer<CoordinationSession, String> onEnded, Runnable onTrouble) {
    lock.lock();
    try {
      link =
          new SessionHolder(
              lent.client(), ticker, clock, onTrouble, (conn, why) -> ended(conn, why, onEnded));
    } finally {
      lock.unlock();
    }
  }

  @Override
  public CompletableFuture<ZooKeeperSession> session() {
    return CompletableFuture.completedFuture(on(link().current()));
  }

  private SessionHolder link() {
    lock.lock();
    try {
      return Objects.requireNonNull(link, "it was not started");
    } finally {
      lock.unlock();
    }
  }

  /** The session on this one of ZooKeeper's: one object for each. */
  private ZooKeeperSession on(ZkSession conn) {
    return sessions.computeIfAbsent(conn, on -> new ZooKeeperSession(on, names, clock, forgetting));
  }

  private void ended(ZkSession conn, String why, BiConsumer<CoordinationSession, String> onEnded) {
    onEnded.accept(on(conn), "its ZooKeeper session ended: " + why);
    sessions.remove(conn);
  }

  @Override
  public StoreException failure(String asked, Throwable thrown) {
    if (Futures.unwrapped(thrown) instanceof NamespaceNodes.MissingRoot missing) {
      return rootless(asked, missing);
    }
    return Failures.MEAN.failure(asked, store, thrown);
  }

  private StoreException rootless(String asked, NamespaceNodes.MissingRoot missing) {
    String servers = lent.client().getZookeeperClient().getCurrentConnectionString();
    int slash = servers.indexOf('/');
    String root = slash < 0 ? "/" : servers.substring(slash);
    return new StoreException(
        "Asked "
            + store
            + " to "
            + asked
            + ": the client's chroot "
            + root
            + " (the end of its connect string) does not exist, so no node can be made. Nothing was"
            + " done. Create the node (zkCli.sh: create "
            + root
            + "), or let the client connect without a chroot.",
        missing,
        false);
  }

  @Override
  public void abandon(String name, String node) {
    CuratorFramework client = lent.client();
    if (client.getState() != CuratorFrameworkState.STARTED) {
      return;
    }
    try {
      client
          .usingNamespace(null)
          .delete()
          .guaranteed()
          .inBackground()
          .forPath(names.path(name, node));
    } catch (Exception refused) {
      LOG.log(Level.WARNING, "the node " + node + " stays until its session ends", refused);
    }
  }

  @Override
  public boolean outlives() {
    return !lent.isOurs();
  }

  @Override
  public void close() {
    link().close();
    lent.close();
  }
}
