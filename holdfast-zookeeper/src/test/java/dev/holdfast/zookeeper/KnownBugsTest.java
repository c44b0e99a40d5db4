package dev.holdfast.zookeeper;

import static org.awaitility.Awaitility.await;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.holdfast.Holdfast;
import dev.holdfast.Lease;
import dev.holdfast.StoreException;
import dev.holdfast.servers.Relay;
import dev.holdfast.spi.Standing;
import dev.holdfast.spi.StoreSession;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import org.apache.curator.framework.CuratorFramework;
import org.apache.curator.framework.listen.StandardListenerManager;
import org.apache.curator.framework.state.ConnectionState;
import org.apache.curator.framework.state.ConnectionStateListener;
import org.junit.jupiter.api.Test;

/** What was reported of other locks on ZooKeeper. */
class KnownBugsTest {
  private static final Duration SOON = Duration.ofSeconds(15);

  /**
   * CURATOR-604: a client whose session is over found the node that it had made in it, which the
   * servers had not removed yet, and took it for its hold; then it was removed, and two had it.
   */
  @Test
  void curator604_aNodeOfAnEarlierSessionIsNoHold() throws Exception {
    try (Bench bench = new Bench("curator-604")) {
      StoreSession mine = bench.openOnCurator();
      StoreSession other = bench.open("other");
      Standing.Holding first = bench.take(mine, "n", "mine/1");
      String node = bench.layout.nameNode("n");
      assertEquals(1, bench.nodesUnder(node).size());
      // The servers know nothing of it: the node is still there.
      tell(bench.curator, ConnectionState.LOST);
      assertTrue(bench.told.contains("ended mine/1"), () -> "told: " + bench.told);
      assertFalse(
          bench.tryAcquire(mine, "n", "mine/1") instanceof Standing.Holding,
          "an attempt of a session that is over is over");
      await().atMost(SOON).until(() -> bench.nodesUnder(node).isEmpty());
      Standing.Holding next = bench.take(other, "n", "other/1");
      assertTrue(next.stamp() > first.stamp());
      assertFalse(bench.tryAcquire(mine, "n", "mine/2") instanceof Standing.Holding);
      assertFalse(bench.release(mine, "n", "mine/1"), "that hold has ended already");
      assertTrue(bench.release(other, "n", "other/1"), "and the next one has not");
    }
  }

  private static void tell(CuratorFramework curator, ConnectionState state) {
    StandardListenerManager<?> listeners =
        assertInstanceOf(StandardListenerManager.class, curator.getConnectionStateListenable());
    listeners.forEach(
        listener -> ((ConnectionStateListener) listener).stateChanged(curator, state));
  }

  /**
   * CURATOR-678: the reply to an acquire was lost, its client gave up, and its session went on; the
   * node that nobody knew of kept the lock from everybody for as long as that client lived.
   */
  @Test
  void curator678_aLostReplyPoisonsNoLock() throws Exception {
    int port = Ensemble.shared().getInstances().iterator().next().getPort();
    try (Bench bench = new Bench("curator-678");
        Relay proxy = new Relay(port);
        Holdfast mine =
            Holdfast.builder("zookeeper://" + proxy.address() + "/tests?session=20s")
                .namespace(bench.namespace)
                .build();
        Holdfast other =
            Holdfast.builder(Ensemble.url(Ensemble.shared()) + "?session=10s")
                .namespace(bench.namespace)
                .build()) {
      mine.mutex("n").acquireUninterruptibly().close();
      String node = bench.layout.nameNode("n");
      await().atMost(SOON).until(() -> bench.nodesUnder(node).isEmpty());
      proxy.loseReplies();
      assertFalse(isGranted(mine), "nobody answered");
      assertEquals(1, bench.nodesUnder(node).size(), "the servers have granted it");
      proxy.recover();
      try (Lease next = other.mutex("n").acquire(SOON)) {
        assertTrue(next.isHeld());
        assertEquals(1, bench.nodesUnder(node).size());
      }
      try (Lease again = mine.mutex("n").acquire(SOON)) {
        assertTrue(again.isHeld(), "with the session that it had");
      }
      await().atMost(SOON).until(() -> bench.nodesUnder(node).equals(List.of()));
    }
  }

  private static boolean isGranted(Holdfast client) throws InterruptedException {
    try {
      Optional<Lease> lease = client.mutex("n").tryAcquire(Duration.ofSeconds(1));
      return lease.isPresent();
    } catch (StoreException unanswered) {
      return false;
    }
  }
}
