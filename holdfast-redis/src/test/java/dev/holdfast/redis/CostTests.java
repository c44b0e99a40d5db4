package dev.holdfast.redis;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.holdfast.Holdfast;
import dev.holdfast.Lease;
import dev.holdfast.servers.RedisServer;
import dev.holdfast.servers.RespConnection;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.Lock;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** What locks cost a server: commands and connections, counted. */
public abstract class CostTests extends AdapterTests {
  private final RedisServer server = RedisServer.started();
  private final List<Holdfast> clients = new ArrayList<>();
  private CountingStore store;

  @BeforeEach
  void openStore() {
    store = new CountingStore(store(server.url()));
  }

  @AfterEach
  void closeAll() throws Exception {
    clients.forEach(Holdfast::close);
    store.close();
    server.close();
  }

  private Holdfast client() {
    Holdfast client = Holdfast.over(store);
    clients.add(client);
    return client;
  }

  @Test
  void oneCommandToAcquireAndOneToRelease() throws InterruptedException {
    Holdfast client = client();
    for (int i = 0; i < 100; i++) {
      client.mutex("a").acquire().close();
    }
    assertEquals(100, store.acquires.get());
    assertEquals(100, store.releases.get());
    assertEquals(0, store.renewals.get());
  }

  @Test
  void thatIsSoForReadersAndPermitsToo() throws InterruptedException {
    Holdfast client = client();
    for (int i = 0; i < 50; i++) {
      client.readWrite("a").read().acquire().close();
      client.semaphore("b", 4).acquire(3).close();
    }
    assertEquals(100, store.acquires.get());
    assertEquals(100, store.releases.get());
    assertEquals(0, store.renewals.get());
  }

  @Test
  void thatIsSoForSeveralNamesToo() throws InterruptedException {
    Holdfast client = client();
    for (int i = 0; i < 50; i++) {
      client.all(List.of("a", "b", "c", "d", "e")).acquire().close();
    }
    assertEquals(50, store.acquires.get());
    assertEquals(50, store.releases.get());
    assertEquals(0, store.renewals.get());
  }

  @Test
  @SuppressWarnings("LockNotBeforeTry") // nothing in between can throw
  void aNestedLockCostsNothing() {
    Lock lock = client().mutex("a").asLock();
    lock.lock();
    for (int i = 0; i < 100; i++) {
      lock.lock();
      lock.unlock();
    }
    lock.unlock();
    assertEquals(1, store.acquires.get());
    assertEquals(1, store.releases.get());
    assertEquals(0, store.renewals.get());
  }

  @Test
  void localWaitersAreServedWithoutAWordToTheServer() throws Exception {
    Holdfast client = client();
    Lease first = client.mutex("a").acquire();
    List<CompletableFuture<Void>> served = new ArrayList<>();
    for (int i = 0; i < 1_000; i++) {
      served.add(client.mutex("a").acquireAsync().thenAccept(Lease::close));
    }
    first.close();
    CompletableFuture.allOf(served.toArray(CompletableFuture<?>[]::new)).get(20, TimeUnit.SECONDS);
    Awaitility.await().until(() -> !client.inspect("a").isHeld());
    assertEquals(1, store.acquires.get());
    assertEquals(1, store.releases.get());
  }

  /** What docs/performance.md states, with a little to spare. */
  @Test
  void bytesAndMemoryOfALock() throws Exception {
    Holdfast client = client();
    client.mutex("invoice:42").acquire().close(); // so that the scripts are there
    List<Lease> held = new ArrayList<>();
    try (RespConnection resp = server.client()) {
      long received = stat(resp, "stats", "total_net_input_bytes");
      long sent = stat(resp, "stats", "total_net_output_bytes");
      for (int i = 0; i < 1_000; i++) {
        client.mutex("invoice:42").acquire().close();
      }
      received = stat(resp, "stats", "total_net_input_bytes") - received;
      sent = stat(resp, "stats", "total_net_output_bytes") - sent;
      assertTrue(received < 1_000 * 528, received + " bytes to the server for 1,000 locks");
      assertTrue(sent < 1_000 * 64, sent + " bytes from the server for 1,000 locks");

      long memory = stat(resp, "memory", "used_memory");
      for (int i = 0; i < 5_000; i++) {
        held.add(client.mutex("order:" + i).acquire());
      }
      long whileHeld = stat(resp, "memory", "used_memory") - memory;
      held.forEach(Lease::release);
      long afterwards = stat(resp, "memory", "used_memory") - memory;
      assertTrue(whileHeld < 5_000 * 260, whileHeld + " bytes for 5,000 held names");
      assertTrue(afterwards < 5_000 * 180, afterwards + " bytes for 5,000 released names");
    }
  }

  private static long stat(RespConnection resp, String section, String name) {
    return String.valueOf(resp.ask("INFO", section))
        .lines()
        .filter(line -> line.startsWith(name + ":"))
        .mapToLong(line -> Long.parseLong(line.substring(name.length() + 1).strip()))
        .findFirst()
        .orElseThrow();
  }

  /** One to join the queue, one to release, and at most one to claim. */
  @ParameterizedTest
  @ValueSource(ints = {2, 10, 100})
  void atMostThreeCommandsForEachHandoff(int waiting) throws Exception {
    Lease first = client().mutex("a").acquire();
    int before = store.commands();
    List<CompletableFuture<Void>> served = new ArrayList<>();
    List<Integer> order = new ArrayList<>();
    for (int i = 0; i < waiting; i++) {
      Holdfast client = client();
      int number = i;
      served.add(
          client
              .mutex("a")
              .acquireAsync()
              .thenAccept(
                  lease -> {
                    order.add(number); // one at a time: under the lock
                    lease.close();
                  }));
      Awaitility.await()
          .pollInterval(Duration.ofMillis(1))
          .until(() -> clients.get(0).inspect("a").waiters().size() == number + 1);
    }
    first.close();
    CompletableFuture.allOf(served.toArray(CompletableFuture<?>[]::new)).get(30, TimeUnit.SECONDS);
    Awaitility.await().until(() -> !clients.get(0).inspect("a").isHeld());
    int commands = store.commands() - before;
    assertTrue(commands <= 3 * waiting + 1, commands + " commands for " + waiting + " handoffs");
    assertEquals(waiting, order.size());
    for (int i = 0; i < waiting; i++) {
      assertEquals(i, order.get(i), "first come, first served: " + order);
    }
  }

  @Test
  void oneSubscribedConnectionForAllClientsAndLocks() throws Exception {
    for (int i = 0; i < 20; i++) {
      Holdfast client = client();
      for (int name = 0; name < 20; name++) {
        client.mutex("n" + i + "." + name).acquire().close();
      }
    }
    try (RespConnection resp = server.client()) {
      Awaitility.await().until(() -> channels(resp) == 20); // one for each client
      String pubsub = String.valueOf(resp.ask("CLIENT", "LIST", "TYPE", "pubsub"));
      assertEquals(1, pubsub.lines().filter(line -> line.contains("addr=")).count(), pubsub);
    }
  }

  private static int channels(RespConnection resp) {
    return ((List<?>) resp.ask("PUBSUB", "CHANNELS", "hf1:*")).size();
  }
}
