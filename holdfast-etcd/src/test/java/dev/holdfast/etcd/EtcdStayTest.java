package dev.holdfast.etcd;

import static org.awaitility.Awaitility.await;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.holdfast.Holdfast;
import dev.holdfast.Lease;
import dev.holdfast.LockOptions;
import dev.holdfast.StoreException;
import dev.holdfast.spi.AcquireRequest;
import dev.holdfast.spi.ClientIdentity;
import dev.holdfast.spi.KeepAlive;
import dev.holdfast.spi.Mode;
import dev.holdfast.spi.ReleaseRequest;
import dev.holdfast.spi.Standing;
import dev.holdfast.spi.StoreListener;
import dev.holdfast.spi.StoreSession;
import io.etcd.jetcd.Client;
import io.etcd.jetcd.KeyValue;
import io.etcd.jetcd.options.GetOption;
import io.etcd.jetcd.options.LeaseOption;
import java.time.Duration;
import java.util.List;
import java.util.UUID;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** Names that stay taken although the client that holds them dies. */
class EtcdStayTest {
  private static final Duration SOON = Duration.ofSeconds(20);

  private final Client client = Cluster.shared().client();
  private final String namespace = "stay-" + UUID.randomUUID();
  private final Keys keys = new Keys("/holdfast", namespace);
  private final StoreSession a = open("a");
  private final StoreSession b = open("b");

  private StoreSession open(String name) {
    return EtcdStore.of(client)
        .open(
            new ClientIdentity(name + "/h/1/" + UUID.randomUUID(), namespace), StoreListener.DEAF);
  }

  @AfterEach
  void close() {
    a.close();
    b.close();
    client.close();
  }

  private static <T> T answer(CompletionStage<T> asked) throws Exception {
    return asked.toCompletableFuture().get(20, TimeUnit.SECONDS);
  }

  private static Standing acquire(
      StoreSession session, String attempt, boolean waits, long atLeastMillis) throws Exception {
    return answer(
        session.acquire(
            new AcquireRequest(
                "n",
                attempt,
                Mode.EXCLUSIVE,
                waits,
                atLeastMillis,
                1_000,
                1_000,
                1,
                0,
                0,
                0,
                atLeastMillis,
                0)));
  }

  private static Standing.Holding held(Standing standing) {
    return assertInstanceOf(Standing.Holding.class, standing);
  }

  private static boolean release(StoreSession session, String attempt, long keep) throws Exception {
    return answer(session.release(new ReleaseRequest("n", attempt, keep, false, 60_000)));
  }

  private List<KeyValue> keysOf(String prefix) throws Exception {
    GetOption all = GetOption.builder().isPrefix(true).build();
    return answer(client.getKVClient().get(Keys.bytes(prefix), all)).getKvs();
  }

  /** Ends the session that this attempt's key belongs to, as the death of its client does. */
  private void die() throws Exception {
    long lease =
        keysOf(keys.register("n")).stream()
            .filter(one -> Keys.text(one.getKey()).contains("/0~"))
            .findFirst()
            .orElseThrow()
            .getLease();
    answer(client.getLeaseClient().revoke(lease));
  }

  private List<String> kept() throws Exception {
    return keysOf(keys.register("n")).stream()
        .map(one -> Keys.text(one.getKey()).substring(keys.register("n").length()))
        .filter(node -> node.startsWith("~"))
        .toList();
  }

  @Test
  void aHoldThatIsToLastOutlivesItsClient() throws Exception {
    long granted = System.nanoTime();
    Standing.Holding first = held(acquire(a, "a/h/1/x/1", false, 3_000));
    die();
    Standing refused = acquire(b, "b/h/1/x/1", false, 0);
    assertEquals("a/h/1/x/1", assertInstanceOf(Standing.Absent.class, refused).holder());
    assertInstanceOf(Standing.Queued.class, acquire(b, "b/h/1/x/2", true, 0));
    List<KeepAlive> place = List.of(new KeepAlive.Place("n", "b/h/1/x/2", 1_000, 2));
    await().atMost(SOON).until(() -> answer(b.keepAlive(place)).get(0) instanceof Standing.Holding);
    assertTrue(System.nanoTime() - granted >= TimeUnit.SECONDS.toNanos(3), "it was kept");
    assertTrue(held(acquire(b, "b/h/1/x/2", false, 0)).stamp() > first.stamp());
  }

  @Test
  void soDoesOneThatWasHandedOver() throws Exception {
    held(acquire(b, "b/h/1/x/1", false, 0));
    assertInstanceOf(Standing.Queued.class, acquire(a, "a/h/1/x/1", true, 60_000));
    assertTrue(release(b, "b/h/1/x/1", 0));
    List<KeepAlive> place = List.of(new KeepAlive.Place("n", "a/h/1/x/1", 1_000, 2));
    held(answer(a.keepAlive(place)).get(0));
    die();
    Standing refused = acquire(b, "b/h/1/x/2", false, 0);
    assertEquals("a/h/1/x/1", assertInstanceOf(Standing.Absent.class, refused).holder());
    assertTrue(answer(b.breakHold("n")));
    held(acquire(b, "b/h/1/x/3", false, 0));
  }

  /** What keeps the name is given up with the hold, and not left for as long as it was to last. */
  @Test
  void aReleaseSaysHowLongItStaysThen() throws Exception {
    held(acquire(a, "a/h/1/x/1", false, 3_600_000));
    long hour = keysOf(keys.register("n") + "~").get(0).getLease();
    assertTrue(release(a, "a/h/1/x/1", 0), "a section that did not begin");
    held(acquire(b, "b/h/1/x/1", false, 0));
    await().atMost(SOON).until(() -> kept().isEmpty());
    assertFalse(isLease(hour));
    assertTrue(release(b, "b/h/1/x/1", 0));
    held(acquire(a, "a/h/1/x/2", false, 3_600_000));
    hour = keysOf(keys.register("n") + "~").get(0).getLease();
    assertTrue(release(a, "a/h/1/x/2", 900));
    assertInstanceOf(Standing.Absent.class, acquire(b, "b/h/1/x/2", false, 0));
    long old = hour;
    await().atMost(SOON).until(() -> !isLease(old));
    await().atMost(SOON).until(() -> acquire(b, "b/h/1/x/3", false, 0) instanceof Standing.Holding);
  }

  private boolean isLease(long id) throws Exception {
    return answer(client.getLeaseClient().timeToLive(id, LeaseOption.DEFAULT)).getTTL() > 0;
  }

  @Test
  void aLockDelayThatNoSessionKeepsIsRefused() {
    try (Holdfast holdfast =
        Holdfast.connect(Cluster.shared().url() + "?session=10s&namespace=" + namespace)) {
      LockOptions eight = LockOptions.defaults().lockDelay(Duration.ofSeconds(8));
      StoreException refused =
          assertThrows(StoreException.class, () -> holdfast.mutex("n", eight).acquire());
      assertFalse(refused.isTransient());
      String said = refused.getMessage();
      assertTrue(said.contains("a lock-delay of 8000 ms"), said);
      assertTrue(said.contains("at least 14 s"), said);
      LockOptions six = LockOptions.defaults().lockDelay(Duration.ofSeconds(6));
      Lease lease = holdfast.mutex("n", six).acquireUninterruptibly();
      assertTrue(lease.isHeld(), "nothing of the other one is in the way");
      lease.release();
    }
  }
}
