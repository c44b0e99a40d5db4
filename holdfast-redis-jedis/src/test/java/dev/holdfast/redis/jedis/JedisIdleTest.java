package dev.holdfast.redis.jedis;

import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.holdfast.Holdfast;
import dev.holdfast.Lease;
import dev.holdfast.servers.RedisServer;
import dev.holdfast.servers.Relay;
import dev.holdfast.spi.LockStore;
import dev.holdfast.spi.StoreUrl;
import java.time.Duration;
import java.util.List;
import java.util.UUID;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.stream.IntStream;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import redis.clients.jedis.RedisClient;

/** Connections that somebody ends while they are idle: no call notices. */
@Tag("rest")
class JedisIdleTest {
  private static final int CALLERS = 24;

  private final String namespace = "idle-" + UUID.randomUUID();

  private interface Trouble {
    void happen(RedisServer server, Relay address) throws Exception;
  }

  private void test(boolean byUrl, String timeout, Trouble trouble) throws Exception {
    try (RedisServer server = RedisServer.started("--timeout", timeout);
        Relay address = new Relay(server.port())) {
      if (byUrl) {
        try (LockStore store =
            new JedisStoreProvider()
                .create(StoreUrl.parse("redis://" + address.address() + "?client=jedis"))) {
          test(store, server, address, trouble);
        }
      } else {
        try (RedisClient client = RedisClient.create("redis://" + address.address());
            LockStore store = JedisStore.of(client)) {
          test(store, server, address, trouble);
        }
      }
    }
  }

  private void test(LockStore store, RedisServer server, Relay address, Trouble trouble)
      throws Exception {
    try (Holdfast holdfast = Holdfast.builder(store).namespace(namespace).build()) {
      Lease held = holdfast.mutex("held").acquire();
      useManyConnections(holdfast);
      long before = clients(server);
      assertTrue(before > 2, before + " connections");
      trouble.happen(server, address);
      for (int i = 0; i < 2 * CALLERS; i++) {
        holdfast.mutex("after " + i).tryAcquire().orElseThrow().close();
      }
      held.ensure(Duration.ofSeconds(29));
      held.close();
    }
  }

  private static void useManyConnections(Holdfast holdfast) {
    ExecutorService threads = Executors.newFixedThreadPool(CALLERS);
    try {
      List<CompletableFuture<Void>> all =
          IntStream.range(0, CALLERS)
              .mapToObj(
                  i ->
                      CompletableFuture.runAsync(
                          () -> {
                            for (int j = 0; j < 20; j++) {
                              holdfast.mutex("before " + i).tryAcquire().orElseThrow().close();
                              List<String> unused = holdfast.names(1); // no shared connection
                            }
                          },
                          threads))
              .toList();
      all.forEach(CompletableFuture::join);
    } finally {
      threads.shutdown();
    }
  }

  private static long clients(RedisServer server) {
    return String.valueOf(server.ask("CLIENT", "LIST", "TYPE", "normal")).lines().count();
  }

  private static void idle() {
    Awaitility.await().pollDelay(Duration.ofMillis(1_200)).until(() -> true);
  }

  private static void awaitEnd(RedisServer server) {
    Awaitility.await().until(() -> clients(server) == 1);
  }

  @ParameterizedTest
  @ValueSource(booleans = {true, false})
  void byTheServersTimeout(boolean byUrl) throws Exception {
    test(byUrl, "1", (server, address) -> awaitEnd(server));
  }

  @ParameterizedTest
  @ValueSource(booleans = {true, false})
  void byAnOperator(boolean byUrl) throws Exception {
    test(
        byUrl,
        "0",
        (server, address) -> {
          idle();
          server.ask("CLIENT", "KILL", "TYPE", "normal", "SKIPME", "yes");
        });
  }

  @ParameterizedTest
  @ValueSource(booleans = {true, false})
  void byABalancer(boolean byUrl) throws Exception {
    test(
        byUrl,
        "0",
        (server, address) -> {
          idle();
          address.endAll();
        });
  }

  /** It has forgotten them, and tells neither side. */
  @ParameterizedTest
  @ValueSource(booleans = {true, false})
  void byABalancerThatSaysNothing(boolean byUrl) throws Exception {
    test(
        byUrl,
        "0",
        (server, address) -> {
          idle();
          address.loseAll();
        });
  }
}
