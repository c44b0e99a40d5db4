package dev.holdfast.redis;

import static java.util.concurrent.TimeUnit.SECONDS;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTimeoutPreemptively;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.holdfast.Holdfast;
import dev.holdfast.Lease;
import dev.holdfast.LockOptions;
import dev.holdfast.StoreException;
import dev.holdfast.quorum.QuorumStore;
import dev.holdfast.quorum.RedlockProvider;
import dev.holdfast.servers.RedisServer;
import dev.holdfast.spi.LockStore;
import dev.holdfast.spi.StoreUrl;
import java.time.Duration;
import java.util.List;
import java.util.Objects;
import java.util.UUID;
import java.util.concurrent.CompletableFuture;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.function.ThrowingSupplier;

/**
 * Names that members of a quorum have granted while their clocks were past May 2041: no token can
 * be made of the stamps that follow there.
 */
public abstract class RedlockLateClockTests {
  private static final long LAST = Long.MAX_VALUE / 4096 - 1;
  private static final Duration LEASE = Duration.ofSeconds(4);
  private static final Duration SOON = Duration.ofSeconds(20);

  private final List<RedisServer> servers = RedlockServers.shared(LEASE);
  private final String namespace = "t-" + UUID.randomUUID();
  private final String client;
  private LockStore store;
  private Holdfast mine;
  private Holdfast other;

  /** Through the client library of this name. */
  protected RedlockLateClockTests(String client) {
    this.client = client;
  }

  @BeforeEach
  void open() {
    String url =
        RedlockServers.url(servers) + "?rejoin=" + LEASE.toSeconds() + "s&client=" + client;
    store =
        ((QuorumStore) new RedlockProvider().create(StoreUrl.parse(url)))
            .waitingFor(Duration.ofSeconds(5));
    mine = holdfast();
    other = holdfast();
  }

  @AfterEach
  void close() {
    mine.close();
    other.close();
    store.close();
  }

  /** However long members take to answer on a busy machine. */
  private Holdfast holdfast() {
    return Awaitility.await()
        .atMost(Duration.ofMinutes(1))
        .ignoreExceptions()
        .until(
            () ->
                Holdfast.builder(store)
                    .namespace(namespace)
                    .options(LockOptions.defaults().lease(LEASE))
                    .build(),
            Objects::nonNull);
  }

  private String key(String name) {
    return "hf1:" + namespace + ":h:{" + name + "}";
  }

  private void grantedLast(int member, String name) {
    servers.get(member).ask("SET", key(name), String.valueOf(LAST), "PX", 60_000);
  }

  /** Each name has its queue at another member, so some of them at that one. */
  @Test
  void theOthersAreEnough() throws Exception {
    for (int i = 0; i < 6; i++) {
      String name = "n" + i;
      grantedLast(i % servers.size(), name);
      Lease held = mine.mutex(name).acquire(SOON);
      assertTrue(held.nodes() >= 2, held.nodes() + " members");
      assertTrue(other.mutex(name).tryAcquire().isEmpty());
      CompletableFuture<Lease> waiting = other.mutex(name).acquireAsync();
      held.close();
      try (Lease next = waiting.get(SOON.toSeconds(), SECONDS)) {
        assertTrue(next.token() > held.token());
      }
    }
  }

  @Test
  void ofAMajorityItIsSaidAndNothingHangs() throws Exception {
    grantedLast(0, "n");
    grantedLast(1, "n");
    assertSaid(() -> mine.mutex("n").tryAcquire());
    assertSaid(() -> mine.mutex("n").acquire());
    assertSaid(() -> mine.mutex("n").tryAcquire(Duration.ofSeconds(5)));
    mine.mutex("another").acquire(SOON).close();
    servers.get(0).ask("DEL", key("n"));
    servers.get(1).ask("DEL", key("n"));
    try (Lease held = other.mutex("n").acquire(SOON)) {
      assertEquals("n", held.name());
    }
  }

  private static void assertSaid(ThrowingSupplier<?> call) {
    StoreException said =
        assertTimeoutPreemptively(SOON, () -> assertThrows(StoreException.class, call::get));
    String message = said.getMessage();
    assertTrue(message.contains("acquire 'n'"), message);
    assertTrue(message.contains("no token can be made of stamp"), message);
    assertFalse(said.isTransient(), "asking again does not help");
  }
}
