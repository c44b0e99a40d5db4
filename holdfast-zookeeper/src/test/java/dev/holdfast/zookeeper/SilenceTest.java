package dev.holdfast.zookeeper;

import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTimeout;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.holdfast.Holdfast;
import dev.holdfast.LockTimeoutException;
import dev.holdfast.StoreException;
import dev.holdfast.servers.Relay;
import java.time.Duration;
import org.apache.curator.framework.CuratorFramework;
import org.apache.curator.framework.CuratorFrameworkFactory;
import org.apache.curator.retry.RetryForever;
import org.junit.jupiter.api.Test;

/** An ensemble that falls silent, to connections that are there and to new ones. */
class SilenceTest {
  private static final Duration SLACK = Duration.ofSeconds(3);

  @Test
  void aCallerWaitsForItsDeadlineOrForOneRequest() throws Exception {
    int port = Ensemble.shared().getInstances().iterator().next().getPort();
    try (Relay proxy = new Relay(port);
        CuratorFramework curator =
            CuratorFrameworkFactory.builder()
                .connectString(proxy.address())
                .sessionTimeoutMs(4_000)
                .connectionTimeoutMs(4_000)
                .retryPolicy(new RetryForever(1_000))
                .ensembleTracker(false) // which would find the ways around the proxy
                .build()) {
      curator.start();
      ZooKeeperStore store = ZooKeeperStore.of(curator);
      try (Holdfast holdfast =
          Holdfast.builder(store).closeTimeout(Duration.ofMillis(50)).build()) {
        holdfast.mutex("n").acquire().close();
        proxy.loseReplies();
        assertTimeout(
            Duration.ofSeconds(2).plus(SLACK),
            () ->
                assertThrows(
                    LockTimeoutException.class,
                    () -> holdfast.mutex("waited").acquire(Duration.ofSeconds(2))));
        StoreException error =
            assertTimeout(
                store.capabilities().requestTimeout().plus(SLACK),
                () ->
                    assertThrows(StoreException.class, () -> holdfast.mutex("tried").tryAcquire()));
        assertTrue(error.getMessage().contains("ZooKeeper"), error.getMessage());
      }
    }
  }
}
