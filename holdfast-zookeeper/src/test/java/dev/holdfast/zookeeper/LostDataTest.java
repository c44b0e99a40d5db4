package dev.holdfast.zookeeper;

import static org.awaitility.Awaitility.await;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.holdfast.Holdfast;
import dev.holdfast.Lease;
import dev.holdfast.Loss;
import dev.holdfast.servers.Ports;
import dev.holdfast.spi.Standing;
import dev.holdfast.spi.StoreSession;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.UUID;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.TimeUnit;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.apache.curator.framework.CuratorFramework;
import org.apache.curator.framework.CuratorFrameworkFactory;
import org.apache.curator.retry.RetryOneTime;
import org.apache.curator.test.InstanceSpec;
import org.apache.curator.test.TestingServer;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Clients that run on while what they locked is taken away under them. */
@Tag("rest")
class LostDataTest {
  private static final Pattern RECEIVED = Pattern.compile("(?m)^Received: ([0-9]+)$");

  private static long packets(String server) {
    Matcher said = RECEIVED.matcher(ServerStatus.of(server).text());
    assertTrue(said.find(), "what the server has received");
    return Long.parseLong(said.group(1));
  }

  private static Lease acquired(Holdfast holdfast, String name) throws Exception {
    Lease lease = holdfast.mutex(name).acquire(Duration.ofSeconds(45));
    // A renewal has to reach what was made again, too.
    lease.ensure(Duration.ofSeconds(1));
    return lease;
  }

  /** It comes back empty: sessions and nodes are gone. */
  @Test
  void aServerThatLostItsDataIsUsedAgain(@TempDir Path before, @TempDir Path after)
      throws Exception {
    int port = Ports.free();
    InstanceSpec spec = Ensemble.alone(before, port);
    InstanceSpec empty = Ensemble.alone(after, port);
    TestingServer server = new TestingServer(spec, true);
    try (Holdfast mine = Holdfast.connect(url(server));
        Holdfast other = Holdfast.connect(url(server))) {
      long token = acquired(mine, "known").token();
      mine.mutex("free").acquire().close();
      server.stop();
      server.close();
      server = new TestingServer(empty, true);
      try (Lease known = acquired(other, "known");
          Lease free = acquired(mine, "free");
          Lease fresh = acquired(mine, "fresh")) {
        assertTrue(known.token() > token);
        CompletableFuture<Lease> waiting = mine.mutex("known").acquireAsync();
        await().until(() -> other.inspect("known").waiters().size() == 1);
        known.release();
        waiting.get(15, TimeUnit.SECONDS).close();
        assertTrue(free.isHeld() && fresh.isHeld());
        assertTrue(Files.exists(after), "the server that answers is the empty one");
        long packets = packets(server.getConnectString());
        assertTrue(packets < 1_000, () -> packets + " packets");
      }
    } finally {
      server.close();
    }
  }

  private static String url(TestingServer server) {
    return "zookeeper://" + server.getConnectString() + "/here/and/there?session=3s";
  }

  /** Somebody deletes the path of the locks; sessions go on. */
  @Test
  void aPathThatIsDeletedIsMadeAgain() throws Exception {
    String path = "/tests-" + UUID.randomUUID();
    String url = "zookeeper://" + Ensemble.shared().getConnectString() + path + "?session=4s";
    try (CuratorFramework curator =
            CuratorFrameworkFactory.newClient(
                Ensemble.shared().getConnectString(), 10_000, 10_000, new RetryOneTime(100));
        Holdfast mine = Holdfast.connect(url);
        Holdfast other = Holdfast.connect(url)) {
      curator.start();
      Lease held = acquired(mine, "held");
      List<Loss> told = new CopyOnWriteArrayList<>();
      held.onLost(told::add);
      other.mutex("free").acquire().close();
      curator.delete().deletingChildrenIfNeeded().forPath(path);
      await().atMost(Duration.ofSeconds(10)).until(() -> told.size() == 1);
      assertNotEquals(Loss.Kind.LEAKED, told.get(0).kind());
      try (Lease again = acquired(other, "held");
          Lease free = acquired(other, "free")) {
        assertTrue(again.token() > held.token());
        assertEquals(List.of("free", "held"), other.names(10).stream().sorted().toList());
        assertTrue(free.isHeld());
      }
      byte[] layout = Bench.upToDate(curator).getData().forPath(path + "/hf1:");
      assertEquals("1", new String(layout, StandardCharsets.US_ASCII));
    }
  }

  /** Renewals write this one node, and prove by it that the session lives. */
  @Test
  void theClockIsMadeAgain() throws Exception {
    try (Bench bench = new Bench("clock");
        Holdfast mine =
            Holdfast.connect(
                Ensemble.url(Ensemble.shared()) + "?session=12s&namespace=" + bench.namespace);
        Lease held = acquired(mine, "n")) {
      bench.curator.delete().forPath(bench.layout.clock());
      await()
          .atMost(Duration.ofSeconds(8))
          .until(() -> bench.curator.checkExists().forPath(bench.layout.clock()) != null);
      held.ensure(Duration.ofSeconds(6));
    }
  }

  /** Versions of nodes begin anew with the path, and a client remembers those of before. */
  @Test
  void whatWasSeenBeforeThePathWasDeletedIsNotWritten() throws Exception {
    try (Bench bench = new Bench("era")) {
      StoreSession a = bench.open("a");
      StoreSession b = bench.open("b");
      bench.take(a, "n", "a/h/1/x/1");
      assertTrue(bench.release(a, "n", "a/h/1/x/1"));
      bench.curator.delete().deletingChildrenIfNeeded().forPath(bench.layout.root());
      // One grant: the new register has the version that a knows of the old one.
      Standing.Holding other = bench.take(b, "n", "b/h/1/x/1");
      Standing refused = bench.tryAcquire(a, "n", "a/h/1/x/2");
      assertEquals("b/h/1/x/1", assertInstanceOf(Standing.Absent.class, refused).holder());
      assertEquals(other.stamp(), bench.take(b, "n", "b/h/1/x/1").stamp());
    }
  }
}
