package dev.holdfast.zookeeper;

import static org.awaitility.Awaitility.await;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;

import dev.holdfast.consensus.SessionTicker;
import dev.holdfast.consensus.StampFloor;
import dev.holdfast.spi.AcquireRequest;
import dev.holdfast.spi.ClientIdentity;
import dev.holdfast.spi.Mode;
import dev.holdfast.spi.ReleaseRequest;
import dev.holdfast.spi.Standing;
import dev.holdfast.spi.StoreListener;
import dev.holdfast.spi.StoreSession;
import dev.holdfast.spi.StoreUrl;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.UUID;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.TimeUnit;
import org.apache.curator.framework.CuratorFramework;
import org.apache.curator.framework.CuratorFrameworkFactory;
import org.apache.curator.retry.RetryOneTime;
import org.apache.zookeeper.ZooKeeper;

/** Sessions at the level of the SPI on the shared ensemble, and a look at the nodes themselves. */
final class Bench implements AutoCloseable, StoreListener {
  final String namespace;
  final Layout layout;
  final CuratorFramework curator;
  final List<String> told = new CopyOnWriteArrayList<>();
  private final List<StoreSession> sessions = new ArrayList<>();

  Bench(String label) {
    namespace = label + "-" + UUID.randomUUID();
    layout = new Layout("/tests", namespace);
    curator =
        CuratorFrameworkFactory.newClient(
            Ensemble.shared().getConnectString(), 10_000, 10_000, new RetryOneTime(100));
    curator.start();
  }

  /** Makes a folder of names that has forgotten none. */
  void makeBucket(String bucket) throws Exception {
    curator.create().orSetData().creatingParentsIfNeeded().forPath(bucket, StampFloor.encode(0));
  }

  StoreSession open(String name) {
    ZooKeeperStore store =
        ZooKeeperStore.at(
            ZooKeeperUrl.parse(StoreUrl.parse(Ensemble.url(Ensemble.shared()) + "?session=10s")));
    StoreSession session =
        store.open(new ClientIdentity(name + "/h/1/" + UUID.randomUUID(), namespace), this);
    sessions.add(session);
    return session;
  }

  /** A session over this bench's own client. */
  StoreSession openOnCurator() throws InterruptedException {
    curator.blockUntilConnected();
    StoreSession session =
        ZooKeeperStore.open(
            "the bench's",
            new Clients.Lent(curator, Clients.ANYBODY, false),
            layout,
            Duration.ofSeconds(5),
            this);
    sessions.add(session);
    return session;
  }

  Standing tryAcquire(StoreSession session, String name, String attempt) {
    return acquire(session, name, attempt, false);
  }

  Standing acquire(StoreSession session, String name, String attempt, boolean waits) {
    return answer(
        session.acquire(
            new AcquireRequest(name, attempt, Mode.EXCLUSIVE, waits, 1_000, 1_000, 1_000, 1)));
  }

  Standing.Holding take(StoreSession session, String name, String attempt) {
    return assertInstanceOf(Standing.Holding.class, tryAcquire(session, name, attempt));
  }

  boolean release(StoreSession session, String name, String attempt) {
    return answer(session.release(new ReleaseRequest(name, attempt, 0, false, 60_000)));
  }

  /** Forgets what was unused for so long in a name's bucket. */
  int forget(String name, long unusedMillis) throws Exception {
    SessionTicker ticker = new SessionTicker();
    ServerClock clock = new ServerClock(ticker);
    ZkSession conn =
        new ZkSession(curator.getZookeeperClient().getZooKeeper(), ticker, clock, c -> {});
    NameNodes names = new NameNodes(layout, Clients.ANYBODY, clock);
    answer(conn.touch(layout.clock()));
    return answer(
        new NameCleanup(names, clock, ticker).forget(conn, layout.bucketOf(name), unusedMillis));
  }

  /**
   * The client after a look at the leader: what it reads next is no older than what anybody was
   * answered before. (The servers may lag behind one another.)
   */
  CuratorFramework upToDate() throws Exception {
    return upToDate(curator);
  }

  /** The same for a client of one's own. */
  static CuratorFramework upToDate(CuratorFramework curator) throws Exception {
    // What one session sends is answered in order, so nothing has to wait for it.
    curator.getZookeeperClient().getZooKeeper().sync("/", (code, path, context) -> {}, null);
    return curator;
  }

  List<String> nodesUnder(String path) throws Exception {
    return upToDate().getChildren().forPath(path);
  }

  /** Ends a session as its death does: closing it by its id and password from elsewhere ends it. */
  static void kill(CuratorFramework curator) throws Exception {
    ZooKeeper zk = curator.getZookeeperClient().getZooKeeper();
    ZooKeeper twin =
        new ZooKeeper(
            Ensemble.shared().getConnectString(),
            10_000,
            event -> {},
            zk.getSessionId(),
            zk.getSessionPasswd());
    await().until(() -> twin.getState().isConnected());
    twin.close();
  }

  static <T> T answer(CompletionStage<T> stage) {
    try {
      return stage.toCompletableFuture().get(20, TimeUnit.SECONDS);
    } catch (Exception failed) {
      throw new AssertionError("no answer", failed);
    }
  }

  @Override
  public void granted(String name, String attempt, Standing.Holding standing, long sentAt) {
    told.add("granted " + attempt);
  }

  @Override
  public void recalled(String name, String attempt) {
    told.add("recalled " + attempt);
  }

  @Override
  public void broken(String name, String attempt) {
    told.add("broken " + attempt);
  }

  @Override
  public void sessionEnded(String name, String attempt, String why) {
    told.add("ended " + attempt);
  }

  @Override
  public void changed() {}

  @Override
  public void close() {
    sessions.forEach(StoreSession::close);
    curator.close();
  }
}
