package dev.holdfast.redis;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.holdfast.Holdfast;
import dev.holdfast.Lease;
import dev.holdfast.LockOptions;
import dev.holdfast.StoreException;
import dev.holdfast.servers.RedisServer;
import dev.holdfast.servers.Relay;
import dev.holdfast.spi.LockStore;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/**
 * Failovers of a real pair behind one address: the old master goes on answering on the connections
 * that are open, as a replica, and new connections reach the new one. Through an adapter.
 */
public abstract class RedisAddressFailoverTests extends AdapterTests {
  private static final Duration LEASE = Duration.ofSeconds(9);

  /** What the row of a second is given on a machine with other things to do. */
  private static final Duration SOON = Duration.ofSeconds(2);

  private RedisServer first;
  private RedisServer second;
  private Relay address;

  /** What is tested with a store. */
  @FunctionalInterface
  protected interface Trial {
    void run(LockStore store) throws Exception;
  }

  /** Tests a store over a client that is handed in. */
  protected abstract void overClient(String url, Trial trial) throws Exception;

  @BeforeEach
  void start() throws Exception {
    first = RedisServer.started();
    second = RedisServer.started("--replicaof", "127.0.0.1", "" + first.port());
    address = new Relay(first.port());
    await(() -> info(first, "replication").contains("state=online"));
  }

  @AfterEach
  void stop() throws Exception {
    address.close();
    second.close();
    first.close();
  }

  private static String info(RedisServer server, String section) {
    return String.valueOf(server.ask("INFO", section));
  }

  private static void await(Callable<Boolean> is) {
    Awaitility.await().atMost(Duration.ofSeconds(20)).pollInterval(Duration.ofMillis(20)).until(is);
  }

  private void failOver(boolean cutOff) {
    String replicated = "master_repl_offset:";
    String all = info(first, "replication");
    String sent = all.substring(all.indexOf(replicated)).lines().findFirst().orElseThrow();
    String offset = sent.substring(replicated.length());
    await(
        () ->
            info(second, "replication").contains("slave_repl_offset:" + offset)
                || info(second, "replication").contains(sent));
    second.ask("REPLICAOF", "NO", "ONE");
    if (cutOff) {
      first.ask("CONFIG", "SET", "replica-serve-stale-data", "no");
      first.ask("REPLICAOF", "127.0.0.1", "1");
    } else {
      first.ask("REPLICAOF", "127.0.0.1", second.port());
    }
    address.moveTo(second.port());
  }

  @Test
  void aReplicaThatWasTheMasterIsLeft() throws Exception {
    try (LockStore store = store("redis://" + address.address())) {
      theNewMasterIsFound(store, false);
      assertEquals(1, clients("normal"), "no connection to the old one is left but this one");
    }
  }

  @Test
  void aReplicaWithoutItsMasterIsLeft() throws Exception {
    try (LockStore store = store("redis://" + address.address())) {
      theNewMasterIsFound(store, true);
    }
  }

  @Test
  void aClientThatWasHandedInFindsTheNewMasterToo() throws Exception {
    overClient("redis://" + address.address(), store -> theNewMasterIsFound(store, false));
  }

  private void theNewMasterIsFound(LockStore store, boolean cutOff) throws Exception {
    LockOptions options = LockOptions.defaults().lease(LEASE);
    try (Holdfast mine = Holdfast.builder(store).options(options).build();
        Holdfast other = Holdfast.builder(store).options(options).build()) {
      Lease held = mine.mutex("x").acquire();
      CompletableFuture<Lease> next = other.mutex("x").acquireAsync();
      await(() -> mine.inspect("x").waiters().size() == 1);
      await(() -> channels(first) == 2);
      failOver(cutOff);
      Awaitility.await("somebody is granted")
          .atMost(SOON)
          .pollInterval(Duration.ofMillis(50))
          .until(() -> isGranted(mine));
      Awaitility.await("pushes come from the new master")
          .atMost(SOON)
          .until(() -> channels(second) == 2);
      assertEquals(0, clients("pubsub"), "nothing listens to the old one");
      Awaitility.await("the lease is renewed")
          .atMost(LEASE)
          .until(() -> held.remaining().compareTo(LEASE.minusSeconds(1)) > 0);
      held.close();
      next.get(5, TimeUnit.SECONDS).close();
    }
  }

  private static boolean isGranted(Holdfast client) {
    try {
      client.mutex("free").tryAcquire().orElseThrow().close();
      return true;
    } catch (StoreException refused) {
      assertTrue(refused.isTransient(), refused.getMessage());
      return false;
    }
  }

  private long clients(String type) {
    return String.valueOf(first.ask("CLIENT", "LIST", "TYPE", type)).lines().count();
  }

  private static int channels(RedisServer server) {
    return ((List<?>) server.ask("PUBSUB", "CHANNELS", "*")).size();
  }

  /** A server that takes no writes, and is the only one, is not overrun with connections. */
  @Test
  void connectionsAreMadeAnewAFewTimesASecond() throws Exception {
    try (LockStore store = store("redis://" + address.address());
        Holdfast mine = Holdfast.over(store)) {
      mine.mutex("warm").acquire().close();
      await(() -> channels(first) == 1);
      first.ask("REPLICAOF", "127.0.0.1", "1");
      int before = address.accepted();
      long asked = 0;
      long began = System.nanoTime();
      // A busy machine takes longer for more tries than connections.
      while (System.nanoTime() - began < TimeUnit.SECONDS.toNanos(2) || asked <= 100) {
        assertTrue(!isGranted(mine));
        asked++;
      }
      int made = address.accepted() - before;
      long quarters = (System.nanoTime() - began) / TimeUnit.MILLISECONDS.toNanos(250);
      // Every quarter of a second one for calls and one for pushes.
      assertTrue(made >= 4 && made <= 2 * quarters + 8, made + " connections, " + asked + " tries");
    }
  }
}
