package dev.holdfast.zookeeper;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.holdfast.Holdfast;
import dev.holdfast.Lease;
import dev.holdfast.StoreException;
import dev.holdfast.spi.StoreUrl;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.UUID;
import org.apache.zookeeper.KeeperException;
import org.apache.zookeeper.ZooKeeper;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** URLs of ensembles. */
class ZooKeeperUrlTest {
  private static ZooKeeperUrl parse(String url) {
    return ZooKeeperUrl.parse(StoreUrl.parse(url));
  }

  @Test
  void serversPathAndSessionAreTakenApart() {
    ZooKeeperUrl url = parse("zookeeper://zk1,zk2:2182,[::1]:2183/some/path?session=6s");
    assertEquals("zk1:2181,zk2:2182,[::1]:2183", url.servers());
    assertEquals("/some/path", url.path());
    assertEquals(Duration.ofSeconds(6), url.session());
    assertTrue(url.credentials().isEmpty());
    assertEquals("/holdfast", parse("zookeeper://zk1").path());
    assertEquals("/holdfast", parse("zookeeper://zk1/").path());
    assertEquals(ZooKeeperUrl.USUAL_SESSION, parse("zookeeper://zk1").session());
    assertEquals(Duration.ofMillis(4_500), parse("zookeeper://zk1?session=4500ms").session());
    assertEquals("[::1]:2181", parse("zookeeper://[::1]").servers());
  }

  @Test
  void thePasswordIsNotShown() {
    ZooKeeperUrl url = parse("zookeeper://me:se%2Fcr%40et@zk1/x");
    assertArrayEquals(
        "me:se/cr@et".getBytes(StandardCharsets.UTF_8), url.credentials().orElseThrow());
    assertEquals("zookeeper://me@zk1:2181/x", url.toString());
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "zookeeper:",
        "zookeeper://",
        "zookeeper://zk1,",
        "zookeeper://zk1:x",
        "zookeeper://zk1/a//b",
        "zookeeper://zk1/../x",
        "zookeeper://zk1?session=soon",
        "zookeeper://zk1?session=10ms",
        "zookeeper://zk1?session=2d",
        "zookeeper://zk1?sesion=3s",
        "zookeeper://me:se%2@zk1"
      })
  void whatIsMalformedIsRefusedWithAReason(String url) {
    IllegalArgumentException refused =
        assertThrows(IllegalArgumentException.class, () -> parse(url));
    assertTrue(refused.getMessage().contains("ZooKeeper URL"), refused::getMessage);
    assertFalse(refused.getMessage().contains("se%2"), refused::getMessage);
  }

  /** Nodes that are made with a password are closed to who does not know it. */
  @Test
  void aPasswordKeepsOthersOut() throws Exception {
    String servers = Ensemble.shared().getConnectString();
    String path = "/secret-" + UUID.randomUUID();
    try (Holdfast mine = Holdfast.connect("zookeeper://me:secret@" + servers + path)) {
      Lease lease = mine.mutex("n").acquire();
      ZooKeeper stranger = new ZooKeeper(servers, 10_000, event -> {});
      assertThrows(KeeperException.NoAuthException.class, () -> stranger.getChildren(path, false));
      stranger.close();
      StoreException refused =
          assertThrows(
              StoreException.class,
              () -> Holdfast.connect("zookeeper://me:wrong@" + servers + path).close());
      assertFalse(refused.isTransient(), refused::getMessage);
      assertFalse(refused.getMessage().contains("wrong"), refused::getMessage);
      lease.close();
    }
  }
}
