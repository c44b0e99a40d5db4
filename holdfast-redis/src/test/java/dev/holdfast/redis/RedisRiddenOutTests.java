package dev.holdfast.redis;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.holdfast.Holdfast;
import dev.holdfast.Lease;
import dev.holdfast.LockOptions;
import dev.holdfast.StoreException;
import dev.holdfast.servers.RedisServer;
import dev.holdfast.servers.RespConnection;
import dev.holdfast.spi.LockStore;
import java.time.Duration;
import java.util.concurrent.Callable;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.Test;

/**
 * What a holder and others see while a real server refuses for a time that is shorter than the
 * lease: the lease is held throughout and renewed afterwards, and who waits goes on waiting.
 */
public abstract class RedisRiddenOutTests extends AdapterTests {
  private static final Duration LEASE = Duration.ofSeconds(18);

  private static void await(Callable<Boolean> is) {
    Awaitility.await().atMost(Duration.ofSeconds(20)).pollInterval(Duration.ofMillis(20)).until(is);
  }

  /** Whether a client that asks for a free name now is told this. */
  private static boolean isTold(Holdfast client, int number, String code) {
    try {
      client.mutex("free-" + number).tryAcquire().ifPresent(Lease::close);
      return false;
    } catch (StoreException refused) {
      assertTrue(refused.isTransient(), refused.getMessage());
      return refused.getMessage().contains(code);
    }
  }

  private void rideOut(RedisServer server, String code, Callable<?> begin, Callable<?> end)
      throws Exception {
    try (LockStore store = store(server.url());
        Holdfast mine =
            Holdfast.builder(store).options(LockOptions.defaults().lease(LEASE)).build();
        Holdfast other = Holdfast.over(store);
        Holdfast asking = Holdfast.over(store)) {
      Lease held = mine.mutex("x").acquire();
      CompletableFuture<Lease> next = other.mutex("x").acquireAsync();
      await(() -> mine.inspect("x").waiters().size() == 1);
      begin.call();
      AtomicInteger tries = new AtomicInteger();
      await(() -> isTold(asking, tries.incrementAndGet(), code));
      assertTrue(held.isHeld());
      Duration left = held.remaining();
      long looked = System.nanoTime();
      end.call();
      // A renewal moves the deadline; time alone does not.
      await(() -> looked - System.nanoTime() + left.toNanos() < held.remaining().toNanos());
      assertTrue(!next.isDone(), "somebody was granted what was held");
      long token = held.token();
      held.release();
      try (Lease second = next.get(20, TimeUnit.SECONDS)) {
        assertTrue(second.token() > token);
      }
    }
  }

  @Test
  void aServerThatIsReadOnlyForAWhile() throws Exception {
    try (RedisServer server = RedisServer.started()) {
      rideOut(
          server,
          "READONLY",
          // A replica of nobody keeps what it has.
          () -> server.ask("REPLICAOF", "127.0.0.1", "1"),
          () -> server.ask("REPLICAOF", "NO", "ONE"));
    }
  }

  @Test
  void aServerThatIsLoadingForAWhile() throws Exception {
    try (RedisServer server =
        RedisServer.started("--appendonly", "yes", "--key-load-delay", "50")) {
      // It answers after each thousand of them: too late for a client, if each takes long. A busy
      // machine sleeps ten times as long before each, and must not outlast the lease.
      try (RespConnection client = server.client()) {
        for (int i = 0; i < 8_000; i++) {
          assertEquals("OK", client.ask("SET", "key" + i, "value"));
        }
      }
      CompletableFuture<Boolean> loaded = new CompletableFuture<>();
      Thread restart =
          new Thread(
              () -> {
                try {
                  server.restart();
                  loaded.complete(true);
                } catch (Exception failed) {
                  loaded.completeExceptionally(failed);
                }
              },
              "restart");
      rideOut(
          server,
          "LOADING",
          () -> {
            restart.start();
            return true;
          },
          () -> loaded.get(20, TimeUnit.SECONDS));
      restart.join();
    }
  }
}
