package dev.holdfast.zookeeper;

import static org.awaitility.Awaitility.await;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.holdfast.Holdfast;
import dev.holdfast.Lease;
import dev.holdfast.LeaseLostException;
import dev.holdfast.Loss;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.UUID;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.TimeUnit;
import org.apache.curator.framework.CuratorFramework;
import org.apache.curator.framework.CuratorFrameworkFactory;
import org.apache.curator.retry.RetryOneTime;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** ZooKeeper sessions that end under their holders and waiters, on real servers. */
class SessionEndTest {
  private final String namespace = "ends-" + UUID.randomUUID();
  private final List<AutoCloseable> open = new ArrayList<>();

  @AfterEach
  void close() throws Exception {
    for (int i = open.size() - 1; i >= 0; i--) {
      open.get(i).close();
    }
  }

  private CuratorFramework curator() {
    CuratorFramework curator =
        CuratorFrameworkFactory.newClient(
            Ensemble.shared().getConnectString(), 10_000, 5_000, new RetryOneTime(100));
    curator.start();
    open.add(curator);
    return curator;
  }

  private Holdfast over(CuratorFramework curator) {
    Holdfast holdfast = Holdfast.builder(ZooKeeperStore.of(curator)).namespace(namespace).build();
    open.add(holdfast);
    return holdfast;
  }

  @Test
  void theHolderIsToldAndTheNextOneHasAGreaterToken() throws Exception {
    CuratorFramework curator = curator();
    Holdfast mine = over(curator);
    Holdfast other = over(curator());
    Lease lease = mine.mutex("n").acquire();
    List<Loss> told = new CopyOnWriteArrayList<>();
    lease.onLost(told::add);
    CompletableFuture<Lease> waiting = other.mutex("n").acquireAsync();
    await().until(() -> other.inspect("n").waiters().size() == 1);
    Bench.kill(curator);
    Lease next = waiting.get(15, TimeUnit.SECONDS);
    await().atMost(Duration.ofSeconds(5)).until(() -> told.size() == 1);
    assertEquals(Loss.Kind.SESSION_ENDED, told.get(0).kind(), told.get(0)::toString);
    assertFalse(lease.isHeld());
    assertThrows(LeaseLostException.class, lease::close);
    assertTrue(next.token() > lease.token());
    assertTrue(next.isHeld(), "a late release must not end the next hold");
    next.close();
    try (Lease again = mine.mutex("n").acquire(Duration.ofSeconds(10))) {
      assertTrue(again.token() > next.token(), "the client goes on with a new session");
    }
  }

  /** CURATOR-604: a node of an earlier session must not be taken for a place, or a hold. */
  @Test
  void whoWaitedQueuesAnewWithItsNewSession() throws Exception {
    CuratorFramework curator = curator();
    Holdfast mine = over(curator);
    Holdfast other = over(curator());
    Lease held = other.mutex("n").acquire();
    CompletableFuture<Lease> waiting = mine.mutex("n").acquireAsync();
    await().until(() -> other.inspect("n").waiters().size() == 1);
    String before = other.inspect("n").waiters().get(0).id();
    Bench.kill(curator);
    await()
        .atMost(Duration.ofSeconds(15))
        .until(
            () -> {
              List<dev.holdfast.Owner> waiters = other.inspect("n").waiters();
              return waiters.size() == 1 && !waiters.get(0).id().equals(before);
            });
    held.close();
    try (Lease next = waiting.get(15, TimeUnit.SECONDS)) {
      assertTrue(next.token() > held.token());
      assertEquals(1, other.inspect("n").holds().size());
    }
    await().until(() -> !other.inspect("n").isHeld());
    assertEquals(List.of(), other.inspect("n").waiters());
  }

  /** A client that is closed leaves nothing in a session that goes on. */
  @Test
  void nothingIsLeftInTheUsersSession() throws Exception {
    CuratorFramework curator = curator();
    Holdfast mine = over(curator);
    Holdfast other = over(curator());
    Lease lease = mine.mutex("n").acquire();
    CompletableFuture<Lease> unused = other.mutex("m").acquireAsync();
    unused.get(10, TimeUnit.SECONDS);
    mine.close();
    assertFalse(lease.isHeld());
    assertTrue(curator.getZookeeperClient().isConnected(), "the client stays the user's");
    try (Lease next = other.mutex("n").acquire(Duration.ofSeconds(5))) {
      assertTrue(next.token() > lease.token());
    }
  }
}
