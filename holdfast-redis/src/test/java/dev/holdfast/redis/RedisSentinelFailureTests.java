package dev.holdfast.redis;

import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.holdfast.Holdfast;
import dev.holdfast.Lease;
import dev.holdfast.LockOptions;
import dev.holdfast.Loss;
import dev.holdfast.StoreException;
import dev.holdfast.servers.RedisSentinels;
import dev.holdfast.servers.RedisServer;
import dev.holdfast.spi.LockStore;
import java.time.Duration;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicReference;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** What holders and waiters see while real Sentinels put another master in the place of one. */
public abstract class RedisSentinelFailureTests extends AdapterTests {
  private static final LockOptions TEN_SECONDS =
      LockOptions.defaults().lease(Duration.ofSeconds(10));

  /** Longer than a failover on a busy machine. */
  private static final LockOptions HALF_A_MINUTE =
      LockOptions.defaults().lease(Duration.ofSeconds(30));

  private static final Duration ALONE = Duration.ofMillis(300);
  private static final Duration PATIENCE = Duration.ofSeconds(20);

  private static RedisSentinels sentinels;

  private LockStore store;
  private Holdfast mine;
  private Holdfast other;

  @BeforeAll
  static void start() {
    sentinels = RedisSentinels.started();
  }

  @AfterAll
  static void stop() {
    sentinels.close();
  }

  @BeforeEach
  void connect() throws Exception {
    sentinels.settle();
    store = store(sentinels.url());
    mine = Holdfast.builder(store).name("mine").build();
    other = Holdfast.builder(store).name("other").build();
  }

  @AfterEach
  void close() {
    mine.close();
    other.close();
    store.close();
  }

  @Test
  void whatAReplicaHasAcknowledgedOutlivesTheMaster() throws Exception {
    RedisServer master = sentinels.master();
    RedisServer replica = sentinels.replica();
    LockOptions safe = TEN_SECONDS.acknowledgedBy(1, Duration.ofSeconds(5));
    try (Lease lease = mine.mutex("acknowledged", safe).acquire(PATIENCE)) {
      master.kill(); // without waiting for the replica: it has the hold
      sentinels.awaitPromotion(replica);
      assertTrue(other.mutex("acknowledged").tryAcquire(Duration.ofMillis(1)).isEmpty());
      assertTrue(lease.isHeld());
      StoreException alone =
          assertThrows(
              StoreException.class,
              () -> mine.mutex("alone", safe.acknowledgedBy(1, ALONE)).acquire(PATIENCE));
      assertTrue(alone.getMessage().contains("but none did"), alone.getMessage());
    }
  }

  @Test
  void aLeaseOutlivesAFailoverToAReplicaThatHasIt() throws Exception {
    RedisServer master = sentinels.master();
    RedisServer replica = sentinels.replica();
    Lease lease = mine.mutex("kept", HALF_A_MINUTE).acquire();
    sentinels.caughtUpReplicaOf(sentinels.master());
    master.kill();
    sentinels.awaitPromotion(replica);
    long done = System.nanoTime();
    try (Lease first = other.mutex("next").acquire(PATIENCE)) {
      long millis = TimeUnit.NANOSECONDS.toMillis(System.nanoTime() - done);
      System.getLogger("failover").log(System.Logger.Level.INFO, "first grant: {0} ms", millis);
      assertTrue(first.isHeld());
      assertTrue(millis < 2_500, "first grant " + millis + " ms after the failover");
    }
    Awaitility.await("it is renewed at the new master")
        .atMost(PATIENCE)
        .until(() -> lease.remaining().compareTo(Duration.ofSeconds(29)) > 0);
    assertTrue(lease.isHeld());
    assertTrue(other.mutex("kept").tryAcquire().isEmpty());
    lease.close();
  }

  @Test
  void whoHasALeaseThatTheReplicaMissedIsToldAndTheNextTokenIsGreater() throws Exception {
    mine.mutex("missed").acquire().close();
    sentinels.caughtUpReplicaOf(sentinels.master());
    RedisServer master = sentinels.master();
    RedisServer replica = sentinels.replica();
    AtomicReference<Loss> loss = new AtomicReference<>();
    replica.pause();
    Lease lease;
    try {
      // What was sent to it would still arrive when its time goes on.
      master.ask("CLIENT", "KILL", "TYPE", "replica");
      lease = mine.mutex("missed", TEN_SECONDS).acquire();
      lease.onLost(loss::set);
      master.kill();
    } finally {
      replica.resume();
    }
    sentinels.awaitPromotion(replica);
    Awaitility.await("the holder is told before its deadline")
        .atMost(lease.remaining().plusMillis(500))
        .until(() -> loss.get() != null);
    assertFalse(lease.isHeld());
    try (Lease next = other.mutex("missed").acquire(PATIENCE)) {
      assertTrue(next.token() > lease.token(), next.token() + " after " + lease.token());
    }
  }

  @Test
  void aMasterThatHangsIsLeftForTheNewOneAndItsReturnHarmsNobody() throws Exception {
    RedisServer master = sentinels.master();
    RedisServer replica = sentinels.replica();
    Lease lease = mine.mutex("hung", HALF_A_MINUTE).acquire();
    sentinels.caughtUpReplicaOf(sentinels.master());
    master.pause();
    try {
      sentinels.awaitPromotion(replica);
      try (Lease first = other.mutex("hung-next").acquire(PATIENCE)) {
        assertTrue(first.isHeld());
      }
      Awaitility.await("it is renewed at the new master")
          .atMost(PATIENCE)
          .until(() -> lease.remaining().compareTo(Duration.ofSeconds(29)) > 0);
    } finally {
      master.resume();
    }
    Awaitility.await("the old master follows the new one")
        .atMost(PATIENCE)
        .until(() -> master.ask("INFO", "replication").toString().contains("role:slave"));
    for (int i = 0; i < 20; i++) {
      other.mutex("hung" + i).acquire(PATIENCE).close();
    }
    assertTrue(lease.isHeld());
    lease.close();
  }
}
