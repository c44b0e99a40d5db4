package dev.holdfast.redis;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.holdfast.Holdfast;
import dev.holdfast.Lease;
import dev.holdfast.LockOptions;
import dev.holdfast.LockTimeoutException;
import dev.holdfast.StoreException;
import dev.holdfast.redis.internal.protocol.Keys;
import dev.holdfast.servers.RedisServer;
import dev.holdfast.spi.LockStore;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Holds that a real replica must have before anybody gets them. */
public abstract class RedisReplicaTests extends AdapterTests {
  private static final Duration SOON = Duration.ofSeconds(20);
  private static final LockOptions BY_ONE =
      LockOptions.defaults().acknowledgedBy(1, Duration.ofSeconds(15));
  private static final LockOptions BY_ONE_SOON =
      LockOptions.defaults().acknowledgedBy(1, Duration.ofMillis(300));

  private static RedisServer master;
  private static RedisServer replica;

  private LockStore store;
  private final List<Holdfast> clients = new ArrayList<>();
  private Holdfast mine;
  private Holdfast other;

  @BeforeAll
  static void start() {
    master = RedisServer.started();
    replica = RedisServer.started("--replicaof", "127.0.0.1", "" + master.port());
    awaitReplica();
  }

  private static void awaitReplica() {
    Awaitility.await("the replica follows")
        .atMost(SOON)
        .pollInterval(Duration.ofMillis(50))
        .until(() -> String.valueOf(master.ask("INFO", "replication")).contains("state=online"));
  }

  @AfterAll
  static void stop() {
    replica.close();
    master.close();
  }

  @BeforeEach
  void connect() {
    awaitReplica();
    master.ask("FLUSHALL");
    store = store(master.url());
    mine = client();
    other = client();
    mine.mutex("warm", BY_ONE).acquireUninterruptibly().close(); // so that the scripts are there
    master.ask("CONFIG", "RESETSTAT");
  }

  private Holdfast client() {
    Holdfast client = Holdfast.over(store);
    clients.add(client);
    return client;
  }

  @AfterEach
  void close() {
    clients.forEach(Holdfast::close);
    store.close();
  }

  private static String key(String name) {
    return new String(new Keys("").hold(name), StandardCharsets.UTF_8);
  }

  @Test
  void whoHoldsIsKnownToTheReplica() throws Exception {
    for (int i = 0; i < 50; i++) {
      String name = "known " + i;
      try (Lease lease = mine.mutex(name, BY_ONE).acquire()) {
        assertTrue(lease.isHeld());
        assertEquals(1L, replica.ask("EXISTS", key(name)), "the replica has " + name);
      }
    }
    assertEquals(50, master.calls("wait"));
  }

  @Test
  void itCostsOneWaitForEachGrantAndNothingWhenItIsOff() throws Exception {
    for (int i = 0; i < 20; i++) {
      mine.mutex("off " + i).acquire().close();
    }
    assertEquals(0, master.calls("wait"));
    long off = master.calls("evalsha");
    for (int i = 0; i < 20; i++) {
      mine.mutex("on " + i, BY_ONE).acquire().close();
    }
    assertEquals(20, master.calls("wait"));
    long on = master.calls("evalsha") - off;
    assertTrue(on >= off + 20 && on <= off + 24, on + " scripts with, " + off + " without");
  }

  @Test
  void localWaitersAreLentTheHoldWithoutAnotherWait() throws Exception {
    Lease first = mine.mutex("lent", BY_ONE).acquire();
    List<CompletableFuture<Void>> served = new ArrayList<>();
    for (int i = 0; i < 100; i++) {
      served.add(mine.mutex("lent", BY_ONE).acquireAsync().thenAccept(Lease::close));
    }
    first.close();
    CompletableFuture.allOf(served.toArray(CompletableFuture<?>[]::new)).get(20, TimeUnit.SECONDS);
    assertEquals(1, master.calls("wait"));
  }

  @Test
  void aHoldThatNobodyHadAcknowledgedIsNotLentToWhoWantsThat() throws Exception {
    Lease first = mine.mutex("mixed").acquire();
    CompletableFuture<Lease> second = mine.mutex("mixed", BY_ONE).acquireAsync();
    first.close();
    try (Lease lease = second.get(20, TimeUnit.SECONDS)) {
      assertTrue(lease.token() > first.token());
      assertEquals(1, master.calls("wait"));
    }
  }

  @Test
  void aHoldThatIsHandedOverIsAcknowledgedToo() throws Exception {
    Lease first = mine.mutex("handed").acquire();
    CompletableFuture<Lease> second = other.mutex("handed", BY_ONE).acquireAsync();
    Awaitility.await().atMost(SOON).until(() -> mine.inspect("handed").waiters().size() == 1);
    first.close();
    try (Lease lease = second.get(20, TimeUnit.SECONDS)) {
      assertTrue(lease.isHeld());
      assertEquals(1, master.calls("wait"));
    }
  }

  @Test
  void readersAndPermitsAreAcknowledgedToo() throws Exception {
    try (Lease read = mine.readWrite("catalogue", BY_ONE).read().acquire();
        Lease permits = mine.semaphore("gpu", 4, BY_ONE).acquire(2)) {
      assertEquals(2, master.calls("wait"));
      assertThrows(
          UnsupportedOperationException.class,
          () -> mine.readWrite("catalogue", BY_ONE).tryUpgrade(read));
      assertTrue(permits.isHeld() && read.isHeld());
    }
  }

  /** The one there is has time enough to answer. */
  @Test
  void twoReplicasAreNotOne() {
    LockOptions byTwo = LockOptions.defaults().acknowledgedBy(2, Duration.ofMillis(1_500));
    StoreException refused =
        assertThrows(StoreException.class, () -> mine.mutex("two", byTwo).acquire());
    assertTrue(refused.getMessage().contains("2 replicas were"), refused.getMessage());
    assertTrue(refused.getMessage().contains("only 1 did"), refused.getMessage());
    assertTrue(refused.isTransient());
  }

  @Test
  void aReplicaThatDoesNotAnswerIsNotAnswered() throws Exception {
    replica.pause();
    try {
      StoreException refused =
          assertThrows(StoreException.class, () -> mine.mutex("stopped", BY_ONE_SOON).acquire());
      assertTrue(refused.getMessage().contains("but none did"), refused.getMessage());
      assertThrows(
          StoreException.class,
          () -> assertTrue(mine.mutex("stopped", BY_ONE_SOON).tryAcquire().isEmpty()));
      try (Lease next = other.mutex("stopped").acquire(SOON)) {
        assertTrue(next.isHeld(), "the name is free for who asks for no replica");
      }
    } finally {
      replica.resume();
    }
    try (Lease lease = mine.mutex("stopped", BY_ONE).acquire()) {
      assertTrue(lease.isHeld());
    }
  }

  @Test
  void allWhoWantMoreThanThereAreAreToldAtOnce() throws Exception {
    replica.pause();
    try {
      List<CompletableFuture<Lease>> refused = new ArrayList<>();
      for (int i = 0; i < 20; i++) {
        refused.add(mine.mutex("stopped", BY_ONE_SOON).acquireAsync());
      }
      CompletableFuture<Lease> plain = mine.mutex("stopped").acquireAsync();
      for (CompletableFuture<Lease> each : refused) {
        ExecutionException error =
            assertThrows(ExecutionException.class, () -> each.get(20, TimeUnit.SECONDS));
        assertTrue(error.getCause() instanceof StoreException, error::toString);
      }
      plain.get(20, TimeUnit.SECONDS).close();
      assertTrue(master.calls("wait") <= 3, master.calls("wait") + " waits, each of them 300 ms");
    } finally {
      replica.resume();
    }
  }

  @Test
  void nobodyElseWaitsForTheReplica() throws Exception {
    replica.pause();
    CompletableFuture<Lease> waiting;
    try {
      waiting = mine.mutex("slow", BY_ONE).acquireAsync();
      Awaitility.await().atMost(SOON).until(() -> master.calls("wait") == 1 || isBlocked());
      for (int i = 0; i < 20; i++) {
        mine.mutex("quick " + i).acquire().close();
        other.mutex("quick " + i).acquire().close();
      }
      assertFalse(waiting.isDone(), "the replica has answered nothing yet");
    } finally {
      replica.resume();
    }
    waiting.get(20, TimeUnit.SECONDS).close();
  }

  private static boolean isBlocked() {
    return String.valueOf(master.ask("INFO", "clients")).contains("blocked_clients:1");
  }

  @Test
  void whoseTimeIsOverMeanwhileLeavesNothing() throws Exception {
    replica.pause();
    try {
      assertThrows(
          LockTimeoutException.class,
          () -> mine.mutex("late", BY_ONE).acquire(Duration.ofMillis(300)));
      Awaitility.await().atMost(SOON).until(() -> !other.inspect("late").isHeld());
    } finally {
      replica.resume();
    }
  }

  @Test
  void aRightThatIsMissingIsSaid() throws Exception {
    master.ask("ACL", "SETUSER", "few", "on", ">secret", "~*", "&*", "+@all", "-wait");
    String url = master.url().replace("://", "://few:secret@");
    try (LockStore asFew = store(url);
        Holdfast few = Holdfast.over(asFew)) {
      few.mutex("plain").acquire().close();
      StoreException refused =
          assertThrows(StoreException.class, () -> few.mutex("few", BY_ONE).acquire());
      assertTrue(refused.getMessage().contains("+wait"), refused.getMessage());
      assertFalse(refused.isTransient());
      Awaitility.await().atMost(SOON).until(() -> !mine.inspect("few").isHeld());
    }
  }
}
