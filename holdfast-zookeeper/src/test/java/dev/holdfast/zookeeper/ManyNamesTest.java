package dev.holdfast.zookeeper;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.holdfast.Holdfast;
import dev.holdfast.Lease;
import dev.holdfast.StoreException;
import dev.holdfast.consensus.Register;
import dev.holdfast.spi.StoreUrl;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.apache.curator.framework.CuratorFramework;
import org.apache.curator.framework.CuratorFrameworkFactory;
import org.apache.curator.framework.api.transaction.CuratorOp;
import org.apache.curator.framework.state.ConnectionState;
import org.apache.curator.retry.RetryOneTime;
import org.apache.zookeeper.ZooKeeper;
import org.apache.zookeeper.client.ZKClientConfig;
import org.apache.zookeeper.common.ZKConfig;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** Names of which there are more in a bucket than ZooKeeper lists to a client in one answer. */
@Tag("rest")
class ManyNamesTest {
  private static final int MANY = 3_000;

  /** A client reads each of them within the bound of one call, on a busy machine, too. */
  private static final int LISTED = 1_000;

  /** The list of these has some 100,000 bytes. */
  private static final String PAD = "-".repeat(96);

  private static final int SMALL = 60_000;

  private final Bench bench = new Bench("many");

  @AfterEach
  void close() {
    bench.close();
  }

  @Test
  void allThatIsUnusedIsForgottenInOneTurnHoweverMuchItIs() throws Exception {
    String bucket = makeMany(bench.layout, MANY);
    try (Holdfast holdfast = connect();
        Lease held = holdfast.mutex(name()).acquire()) {
      assertEquals(MANY, bench.forget(name(), 0), "all but the one that is held");
      assertTrue(held.isHeld());
      assertEquals(1, bench.nodesUnder(bucket).size());
      assertEquals(List.of(name()), holdfast.names(10));
    }
  }

  /** A client made of a URL takes long answers, whatever is usual. */
  @Test
  void theNamesInUseAreListedAmongThem() throws Exception {
    String bucket = makeMany(bench.layout, LISTED);
    CuratorFramework own = Clients.own(url()).lend().client();
    try {
      assertTrue(longestAnswer(own) >= 64 << 20, "not one megabyte");
    } finally {
      own.close();
    }
    try (Holdfast holdfast = connect();
        Lease held = holdfast.mutex(name()).acquire()) {
      assertEquals(LISTED + 1, bench.nodesUnder(bucket).size());
      assertEquals(List.of(name()), holdfast.names(10));
      assertTrue(held.isHeld());
    }
  }

  /** The connection is lost once, not each time, and the error says why. */
  @Test
  void aClientThatTakesShortAnswersOnlySaysSoAndKeepsItsLocks() throws Exception {
    String unused = makeMany(new Layout("/holdfast", bench.namespace), MANY);
    ZKClientConfig config = new ZKClientConfig();
    config.setProperty(ZKConfig.JUTE_MAXBUFFER, Integer.toString(SMALL));
    AtomicInteger lost = new AtomicInteger();
    try (CuratorFramework curator =
        CuratorFrameworkFactory.builder()
            .connectString(Ensemble.shared().getConnectString())
            .sessionTimeoutMs(10_000)
            .retryPolicy(new RetryOneTime(100))
            .zkClientConfig(config)
            .build()) {
      curator.start();
      curator
          .getConnectionStateListenable()
          .addListener(
              (client, state) -> {
                if (state == ConnectionState.SUSPENDED) {
                  lost.incrementAndGet();
                }
              });
      try (Holdfast holdfast =
              Holdfast.builder(ZooKeeperStore.of(curator)).namespace(bench.namespace).build();
          Lease held = holdfast.mutex(name()).acquire()) {
        for (int i = 0; i < 3; i++) {
          StoreException error = assertThrows(StoreException.class, () -> holdfast.names(10));
          assertTrue(error.getMessage().contains("jute.maxbuffer"), error.getMessage());
          assertFalse(error.isTransient());
          assertTrue(curator.blockUntilConnected(20, TimeUnit.SECONDS));
        }
        assertTrue(held.isHeld());
        assertEquals(1, lost.get(), "connections lost");
      }
    }
  }

  /** The name that is locked in the tests. */
  private static String name() {
    return "held" + PAD;
  }

  private static ZooKeeperUrl url() {
    return ZooKeeperUrl.parse(StoreUrl.parse(Ensemble.url(Ensemble.shared())));
  }

  /** Gives that name's bucket so many names which nobody uses; where it is. */
  private String makeMany(Layout layout, int many) throws Exception {
    String bucket = layout.bucketOf(name());
    byte[] unused = Register.fresh(0).encode();
    bench.curator.blockUntilConnected();
    bench.makeBucket(bucket);
    List<CuratorOp> ops = new ArrayList<>();
    for (int i = 0, made = 0; made < many; i++) {
      String name = i + PAD;
      if (layout.bucketOf(name).equals(bucket)) {
        made++;
        ops.add(bench.curator.transactionOp().create().forPath(layout.nameNode(name), unused));
        if (ops.size() == 500) {
          bench.curator.transaction().forOperations(ops);
          ops.clear();
        }
      }
    }
    return bucket;
  }

  private static int longestAnswer(CuratorFramework client) throws Exception {
    ZooKeeper zk = client.getZookeeperClient().getZooKeeper();
    return zk.getClientConfig().getInt(ZKConfig.JUTE_MAXBUFFER, 0);
  }

  private Holdfast connect() {
    return Holdfast.builder(url().toString()).namespace(bench.namespace).build();
  }
}
