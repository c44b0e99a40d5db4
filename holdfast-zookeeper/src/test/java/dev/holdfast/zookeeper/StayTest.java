package dev.holdfast.zookeeper;

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
import dev.holdfast.consensus.Register;
import dev.holdfast.consensus.SessionTicker;
import dev.holdfast.spi.AcquireRequest;
import dev.holdfast.spi.KeepAlive;
import dev.holdfast.spi.Mode;
import dev.holdfast.spi.ReleaseRequest;
import dev.holdfast.spi.Standing;
import dev.holdfast.spi.StoreSession;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** Names that stay taken although the client that holds them dies. */
class StayTest {
  private static final Duration SOON = Duration.ofSeconds(20);
  private static final long HOUR = TimeUnit.HOURS.toMillis(1);

  private final Bench bench = new Bench("stay");

  @AfterEach
  void close() {
    bench.close();
  }

  private static Standing acquire(
      StoreSession session, String attempt, boolean waits, long atLeastMillis) {
    return Bench.answer(
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

  private Register register() throws Exception {
    return Register.decode(bench.upToDate().getData().forPath(bench.layout.nameNode("n")));
  }

  /** Ends the session that is on the bench's client, as its death does. */
  private void die() throws Exception {
    Bench.kill(bench.curator);
    await()
        .atMost(SOON)
        .until(() -> bench.told.stream().anyMatch(told -> told.startsWith("ended")));
  }

  @Test
  void aHoldThatIsToLastOutlivesItsClient() throws Exception {
    StoreSession a = bench.openOnCurator();
    StoreSession b = bench.open("b");
    long granted = System.nanoTime();
    Standing.Holding first = held(acquire(a, "a/h/1/x/1", false, 3_000));
    die();
    Standing refused = acquire(b, "b/h/1/x/1", false, 0);
    assertEquals("a/h/1/x/1", assertInstanceOf(Standing.Absent.class, refused).holder());
    Standing queued = acquire(b, "b/h/1/x/2", true, 0);
    assertInstanceOf(Standing.Queued.class, queued);
    List<KeepAlive> place = List.of(new KeepAlive.Place("n", "b/h/1/x/2", 1_000, 2));
    await()
        .atMost(SOON)
        .until(() -> Bench.answer(b.keepAlive(place)).get(0) instanceof Standing.Holding);
    assertTrue(System.nanoTime() - granted >= TimeUnit.SECONDS.toNanos(3), "it was kept");
    assertTrue(bench.take(b, "n", "b/h/1/x/2").stamp() > first.stamp());
  }

  @Test
  void soDoesOneThatWasHandedOver() throws Exception {
    StoreSession a = bench.openOnCurator();
    StoreSession b = bench.open("b");
    bench.take(b, "n", "b/h/1/x/1");
    assertInstanceOf(Standing.Queued.class, acquire(a, "a/h/1/x/1", true, 60_000));
    assertTrue(bench.release(b, "n", "b/h/1/x/1"));
    await().atMost(SOON).until(() -> bench.told.contains("granted a/h/1/x/1"));
    die();
    Standing refused = acquire(b, "b/h/1/x/2", false, 0);
    assertEquals("a/h/1/x/1", assertInstanceOf(Standing.Absent.class, refused).holder());
    assertTrue(Bench.answer(b.breakHold("n")));
    held(acquire(b, "b/h/1/x/3", false, 0));
  }

  @Test
  void aReleaseSaysHowLongItStaysThen() throws Exception {
    StoreSession a = bench.open("a");
    StoreSession b = bench.open("b");
    held(acquire(a, "a/h/1/x/1", false, 60_000));
    assertTrue(bench.release(a, "n", "a/h/1/x/1"), "a section that did not begin");
    // A machine that takes longer to ask than the name stays is asked again, with twice the time.
    boolean stayed = false;
    for (long keep = 500; !stayed; keep *= 2) {
      String attempt = "b/h/1/x/" + keep;
      held(acquire(b, attempt, false, 60_000));
      long begin = System.nanoTime();
      assertTrue(Bench.answer(b.release(new ReleaseRequest("n", attempt, keep, false, 60_000))));
      stayed = acquire(a, "a/h/1/x/" + keep, false, 0) instanceof Standing.Absent;
      long took = TimeUnit.NANOSECONDS.toMillis(System.nanoTime() - begin);
      assertTrue(stayed || took >= keep, "it does not stay");
      assertTrue(stayed || bench.release(a, "n", "a/h/1/x/" + keep));
    }
    await().atMost(SOON).until(() -> acquire(a, "a/h/1/x/3", false, 0) instanceof Standing.Holding);
  }

  /** It is over at its time, and no sooner: the holder goes on for as long as it likes. */
  @Test
  void theHolderIsNotKeptShort() throws Exception {
    StoreSession a = bench.open("a");
    StoreSession b = bench.open("b");
    Standing.Holding first = held(acquire(a, "a/h/1/x/1", false, 200));
    long until = register().holds().get(1).keptUntil();
    await().atMost(SOON).until(() -> System.currentTimeMillis() > until + 100);
    assertInstanceOf(Standing.Absent.class, acquire(b, "b/h/1/x/1", false, 0));
    assertEquals(first.stamp(), held(acquire(a, "a/h/1/x/1", false, 200)).stamp());
    assertTrue(bench.release(a, "n", "a/h/1/x/1"));
    held(acquire(b, "b/h/1/x/2", false, 0));
  }

  /** The time was written by a clock that has been set back by an hour since. */
  @Test
  void aKeptNameIsNotKeptForTheSizeOfAStep() throws Exception {
    StoreSession a = bench.open("a");
    held(acquire(a, "a/h/1/x/1", false, 0));
    long keep = TimeUnit.MINUTES.toMillis(30);
    assertTrue(Bench.answer(a.release(new ReleaseRequest("n", "a/h/1/x/1", keep, false, 60_000))));
    long until = register().holds().get(0).keptUntil();
    SessionTicker ticker = new SessionTicker();
    ServerClock setBack =
        new ServerClock(ticker) {
          @Override
          void heard(long serverMillis) {
            super.heard(serverMillis - HOUR);
          }
        };
    ZkSession conn =
        new ZkSession(bench.curator.getZookeeperClient().getZooKeeper(), ticker, setBack, c -> {});
    NameNodes names = new NameNodes(bench.layout, Clients.ANYBODY, setBack);
    long seen = Bench.answer(names.read(conn, "n", true)).register().holds().get(0).keptUntil();
    long left = seen - setBack.millis();
    assertTrue(left <= keep && left > keep - 60_000, () -> left + " ms are left of " + keep);
    assertEquals(seen, register().holds().get(0).keptUntil(), "and so all others see it");
    assertTrue(seen < until);
    // It was over for the clock that did not step.
    held(acquire(a, "a/h/1/x/2", false, 0));
  }

  @Test
  void aLockDelayThatNoSessionKeepsIsRefused() throws Exception {
    String url = Ensemble.url(Ensemble.shared()) + "?session=20s&namespace=" + bench.namespace;
    try (Holdfast holdfast = Holdfast.connect(url)) {
      LockOptions forty = LockOptions.defaults().lockDelay(Duration.ofSeconds(40));
      StoreException refused =
          assertThrows(StoreException.class, () -> holdfast.mutex("n", forty).acquire());
      assertFalse(refused.isTransient());
      String said = refused.getMessage();
      assertTrue(said.contains("a lock-delay of 40000 ms"), said);
      assertTrue(said.contains("at least 91 s"), said);
      LockOptions one = LockOptions.defaults().lockDelay(Duration.ofSeconds(1));
      try (Lease lease = holdfast.mutex("n", one).acquire(SOON)) {
        assertTrue(lease.isHeld(), "nothing of the other one is in the way");
      }
    }
  }
}
