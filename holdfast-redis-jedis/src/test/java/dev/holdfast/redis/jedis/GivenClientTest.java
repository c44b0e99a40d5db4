package dev.holdfast.redis.jedis;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.holdfast.Holdfast;
import dev.holdfast.Lease;
import dev.holdfast.StoreException;
import dev.holdfast.servers.RedisServer;
import dev.holdfast.spi.LockStore;
import dev.holdfast.spi.StoreUrl;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.UUID;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import redis.clients.jedis.Connection;
import redis.clients.jedis.ConnectionPoolConfig;
import redis.clients.jedis.RedisClient;

/** What a program does with its client's connections does nothing to locks. */
class GivenClientTest {
  private final RedisServer server = RedisServer.shared();
  private final String namespace = "given-" + UUID.randomUUID();
  private final RedisClient client = client(8);

  private RedisClient client(int connections) {
    ConnectionPoolConfig pool = new ConnectionPoolConfig();
    pool.setMaxTotal(connections);
    pool.setMaxWait(Duration.ofMillis(500));
    pool.setJmxEnabled(false);
    return RedisClient.builder().hostAndPort("127.0.0.1", server.port()).poolConfig(pool).build();
  }

  @AfterEach
  void close() {
    client.close();
  }

  private Holdfast over(LockStore store) {
    return Holdfast.builder(store).namespace(namespace).build();
  }

  private void leaveAllInAnotherDatabase() {
    List<Connection> all = new ArrayList<>();
    for (int i = 0; i < 4; i++) {
      all.add(client.getPool().getResource());
    }
    all.forEach(connection -> connection.select(1));
    all.forEach(Connection::close);
  }

  @Test
  void aConnectionThatIsLeftInAnotherDatabaseLetsNobodyElseHold() throws Exception {
    try (LockStore ours = new JedisStoreProvider().create(StoreUrl.parse(server.url()));
        LockStore given = JedisStore.of(client);
        Holdfast mine = over(ours);
        Holdfast other = over(given)) {
      other.mutex("warm").acquire().close();
      try (Lease held = mine.mutex("n").acquire()) {
        leaveAllInAnotherDatabase();
        assertTrue(other.mutex("n").tryAcquire().isEmpty(), "two hold it");
        assertEquals(1, other.inspect("n").holds().size());
        assertTrue(held.isHeld());
      }
      other.mutex("n").tryAcquire().orElseThrow().close();
    }
  }

  /** As when each thread of a program borrows a connection before it waits for a lock. */
  @Test
  void connectionsThatTheProgramHasAllTakenKeepNobodyFromRenewingAndReleasing() throws Exception {
    try (RedisClient small = client(1);
        LockStore store = JedisStore.of(small);
        Holdfast mine = over(store);
        Holdfast other = over(store)) {
      try (Connection taken = small.getPool().getResource()) {
        Lease held = mine.mutex("n").acquire(Duration.ofSeconds(5));
        CompletableFuture<Lease> waiting = other.mutex("n").acquireAsync();
        Awaitility.await().until(() -> mine.inspect("n").waiters().size() == 1);
        held.ensure(Duration.ofSeconds(29));
        held.close();
        waiting.get(5, TimeUnit.SECONDS).close();
        assertTrue(taken.ping());
      }
    }
  }

  @Test
  void aClientThatIsClosedGrantsNothingMore() throws Exception {
    RedisClient closed = client(2);
    try (LockStore store = JedisStore.of(closed);
        Holdfast mine = over(store)) {
      mine.mutex("n").acquire().close();
      closed.close();
      StoreException refused =
          assertThrows(StoreException.class, () -> mine.mutex("n").tryAcquire());
      assertTrue(refused.getMessage().contains("is closed"), refused.getMessage());
    }
  }
}
