package dev.holdfast.zookeeper;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.holdfast.Holdfast;
import dev.holdfast.StoreException;
import java.time.Duration;
import java.util.UUID;
import org.apache.curator.framework.CuratorFramework;
import org.apache.curator.framework.CuratorFrameworkFactory;
import org.apache.curator.retry.RetryOneTime;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** Where the client's root, or what the locks are under, does not exist or is removed. */
class ChrootTest {
  private static final Duration SOON = Duration.ofSeconds(20);

  private final String root = "/chroot-" + UUID.randomUUID();
  private final CuratorFramework whole = client("");

  @AfterEach
  void close() {
    whole.close();
  }

  private static CuratorFramework client(String chroot) {
    CuratorFramework client =
        CuratorFrameworkFactory.newClient(
            Ensemble.shared().getConnectString() + chroot, new RetryOneTime(100));
    client.start();
    return client;
  }

  @Test
  void aMissingChrootOfTheUsersClientIsToldAtOnce() throws Exception {
    try (CuratorFramework curator = client(root)) {
      StoreException error =
          assertThrows(StoreException.class, () -> Holdfast.over(ZooKeeperStore.of(curator)));
      assertFalse(error.isTransient());
      assertEquals(
          "Asked ZooKeeper (through a given Curator client) to open a session for locks: the"
              + " client's chroot "
              + root
              + " (the end of its connect string) does not exist, so no node can be made. Nothing"
              + " was done. Create the node (zkCli.sh: create "
              + root
              + "), or let the client connect without a chroot.",
          error.getMessage());
      whole.create().forPath(root);
      try (Holdfast holdfast = Holdfast.over(ZooKeeperStore.of(curator))) {
        holdfast.mutex("a").acquire(SOON).close();
      }
    }
  }

  @Test
  void aChrootThatIsRemovedInBetweenIsToldByTheNextAcquire() throws Exception {
    whole.create().forPath(root);
    try (CuratorFramework curator = client(root);
        Holdfast holdfast = Holdfast.over(ZooKeeperStore.of(curator))) {
      holdfast.mutex("a").acquire(SOON).close();
      whole.delete().deletingChildrenIfNeeded().forPath(root);
      StoreException error =
          assertThrows(StoreException.class, () -> holdfast.mutex("b").acquire(SOON));
      assertTrue(error.getMessage().contains("chroot " + root), error.getMessage());
    }
  }

  /** A path in a URL is no chroot: it is made. */
  @Test
  void thePathOfAUrlIsMadeAndMadeAgain() throws Exception {
    String url = "zookeeper://" + Ensemble.shared().getConnectString() + root + "/below";
    try (Holdfast holdfast = Holdfast.connect(url)) {
      holdfast.mutex("a").acquire(SOON).close();
      whole.delete().deletingChildrenIfNeeded().forPath(root);
      holdfast.mutex("b").acquire(SOON).close();
    }
  }
}
