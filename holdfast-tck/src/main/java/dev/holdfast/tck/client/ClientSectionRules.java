package dev.holdfast.tck.client;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.holdfast.DistributedLock;
import dev.holdfast.Holdfast;
import dev.holdfast.Lease;
import dev.holdfast.LockInfo;
import dev.holdfast.LockOptions;
import dev.holdfast.tck.fixture.Rig;
import dev.holdfast.tck.fixture.RuleGroup;
import dev.holdfast.tck.internal.Ensuring;
import dev.holdfast.tck.internal.LongLeases;
import dev.holdfast.tck.internal.Racers;
import dev.holdfast.tck.internal.ShortKit;
import dev.holdfast.tck.internal.Until;
import dev.holdfast.tck.internal.clients.FaultyStore;
import dev.holdfast.tck.internal.clients.SpiClient;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Test;

/** A1 to A3, R1, X1 to X3, F1 and F2 as users see them, through the engine. */
public interface ClientSectionRules extends RuleGroup {
  /** Two clients of four threads each read and write a counter that only the lock protects. */
  @Test
  @ShortKit
  default void required_A1_noUpdateOfAnUnguardedCounterIsLost(Rig rig) throws Exception {
    AtomicInteger counter = new AtomicInteger();
    AtomicLong newestToken = new AtomicLong();
    List<Long> tokensOutOfOrder = Collections.synchronizedList(new ArrayList<>());
    List<Runnable> works = new ArrayList<>();
    for (String client : List.of("a", "b")) {
      DistributedLock lock = rig.holdfast(client).mutex("n");
      for (int thread = 0; thread < 4; thread++) {
        works.add(
            Racers.of(
                () -> {
                  for (int i = 0; i < 40; i++) {
                    lock.run(
                        lease -> {
                          int read = counter.get();
                          if (newestToken.getAndSet(lease.token()) >= lease.token()) {
                            tokensOutOfOrder.add(lease.token());
                          }
                          Racers.pause();
                          counter.set(read + 1);
                        });
                  }
                }));
      }
    }
    Racers.run(works);
    assertEquals(320, counter.get(), "increments that were not lost");
    assertEquals(List.of(), tokensOutOfOrder, "tokens not above the one before");
    nothingIsLeft(rig, "n");
  }

  @Test
  default void required_A1_nobodyElseHoldsWhileALeaseIsHeld(Rig rig) throws Exception {
    Holdfast a = rig.holdfast("a");
    Holdfast b = rig.holdfast("b");
    try (Lease lease = a.mutex("n").acquire()) {
      assertTrue(lease.isHeld());
      assertEquals("n", lease.name());
      assertTrue(b.mutex("n").tryAcquire().isEmpty(), "another client");
      assertTrue(a.mutex("n").tryAcquire().isEmpty(), "another lease of the same client");
      LockInfo.Hold shown = b.inspect("n").hold().orElseThrow();
      assertEquals("a", shown.owner().client());
      assertTrue(shown.token() <= lease.token());
      assertEquals(List.of("n"), b.names(10));
    }
    nothingIsLeft(rig, "n");
  }

  @Test
  default void required_A2_aTryDoesNotWait(Rig rig) throws Exception {
    Holdfast a = rig.holdfast("a");
    Holdfast b = rig.holdfast("b");
    try (Lease held = a.mutex("n").acquire()) {
      assertTrue(held.isHeld());
      long begun = System.nanoTime();
      for (Holdfast client : List.of(a, b)) {
        assertTrue(client.mutex("n").tryAcquire().isEmpty());
        assertTrue(client.mutex("n").tryAcquire(Duration.ZERO).isEmpty());
        assertTrue(client.mutex("n").tryAcquire(Duration.ofSeconds(-30)).isEmpty());
        assertFalse(client.mutex("n").tryRun(lease -> {}), "it ran beside the holder");
      }
      long millis = (System.nanoTime() - begun) / 1_000_000;
      assertTrue(millis < 10_000, () -> "eight tries took " + millis + " ms");
      assertEquals(List.of(), b.inspect("n").waiters());
    }
    assertTrue(b.mutex("n").tryRun(lease -> assertTrue(lease.isHeld())));
  }

  /** Redisson counts a re-sent acquire twice; its first release then frees nothing. */
  @Test
  default void required_A3_anAcquireWhoseReplyWasLostHoldsOnce(Rig rig) throws Exception {
    FaultyStore store = FaultyStore.of(rig);
    Holdfast a = rig.holdfast("a", store);
    Holdfast b = rig.holdfast("b");
    store.loseAcquireReplies(1);
    Lease lease = a.mutex("n").acquire(Duration.ofSeconds(20));
    assertTrue(b.mutex("n").tryAcquire().isEmpty());
    lease.close();
    nothingIsLeft(rig, "n");
  }

  @Test
  default void required_R1_renewalKeepsALeaseBeyondItsTime(Rig rig) throws Exception {
    DistributedLock lock =
        rig.holdfast("a").mutex("n", LockOptions.defaults().lease(rig.shortLease()));
    Holdfast b = rig.holdfast("b");
    try (Lease lease = lock.acquire()) {
      long token = lease.token();
      for (int i = 0; i < 6; i++) {
        rig.pass(rig.shortLease().dividedBy(2));
        assertTrue(lease.isHeld(), "it is renewed in the background");
        assertEquals(token, lease.token());
        assertTrue(b.mutex("n").tryAcquire().isEmpty());
      }
    }
  }

  @Test
  default void required_R1_ensureMakesTimeCertain(Rig rig) throws Exception {
    rig.needsLeases();
    LockOptions options = LockOptions.defaults().lease(rig.shortLease().multipliedBy(4));
    DistributedLock lock = rig.holdfast("a").mutex("n", options.renew(false));
    try (Lease lease = lock.acquire()) {
      rig.pass(rig.shortLease().multipliedBy(2));
      Duration asked = rig.shortLease().multipliedBy(3);
      assertTrue(lease.remaining().compareTo(asked) < 0);
      Ensuring.makesCertain(lease, asked);
      assertTrue(lease.remaining().compareTo(options.lease()) < 0);
    }
  }

  @Test
  default void required_X1_aReleaseFreesTheNameAtOnce(Rig rig) throws Exception {
    Holdfast a = rig.holdfast("a");
    Holdfast b = rig.holdfast("b");
    for (int i = 0; i < 5; i++) {
      Lease mine = a.mutex("n").acquire();
      mine.release();
      assertFalse(mine.isHeld());
      assertEquals(Duration.ZERO, mine.remaining());
      Optional<Lease> theirs = b.mutex("n").tryAcquire();
      assertTrue(theirs.isPresent(), "free when release() has returned");
      theirs.get().close();
    }
    nothingIsLeft(rig, "n");
  }

  @Test
  default void required_X1_holdAtLeastKeepsStragglersOut(Rig rig) throws Exception {
    rig.needsLeases();
    Holdfast a = rig.holdfast("a");
    Holdfast b = rig.holdfast("b");
    LockOptions options = LockOptions.defaults().holdAtLeast(rig.shortLease());
    Lease lease = a.mutex("n", options).acquire();
    lease.close();
    assertTrue(b.mutex("n").tryAcquire().isEmpty(), "released, but not long enough held");
    assertTrue(a.mutex("n").tryAcquire().isEmpty(), "not for the same client either");
    Lease next = b.mutex("n").acquire(Duration.ofSeconds(20));
    assertTrue(next.token() > lease.token());
    next.close();
  }

  @Test
  default void required_X1_holdAtLeastMayLastForAYear(Rig rig) throws Exception {
    rig.needsLeases();
    Holdfast a = rig.holdfast("a");
    Holdfast b = rig.holdfast("b");
    Lease lease = LongLeases.take(a, "n", LockOptions.defaults().holdAtLeast(Duration.ofDays(365)));
    lease.close();
    LockInfo.Hold kept = b.inspect("n").hold().orElseThrow();
    assertTrue(kept.kept(), "released");
    assertTrue(kept.remaining().compareTo(Duration.ofDays(364)) > 0, kept.toString());
    assertTrue(b.mutex("n").tryAcquire().isEmpty());
    assertTrue(b.breakHold("n"));
    Lease next = b.mutex("n").tryAcquire().orElseThrow();
    assertTrue(next.token() > lease.token());
    next.close();
    nothingIsLeft(rig, "n");
  }

  @Test
  default void required_X2_aLateReleaseMustNotFreeTheNextHolder(Rig rig) throws Exception {
    rig.needsLeases();
    Holdfast a = rig.holdfast("a");
    Holdfast b = rig.holdfast("b");
    LockOptions expiring = LockOptions.defaults().lease(rig.shortLease()).renew(false);
    Lease late = a.mutex("n", expiring).acquire();
    Lease next = b.mutex("n").acquire(Duration.ofSeconds(20));
    assertFalse(late.isHeld());
    late.release();
    late.releaseAsync().join();
    assertTrue(rig.holdfast("c").mutex("n").tryAcquire().isEmpty());
    next.ensure(Duration.ofSeconds(10));
    next.close();
  }

  @Test
  default void required_X3_aReleaseMayBeRepeatedAndIsSilent(Rig rig) throws Exception {
    Holdfast a = rig.holdfast("a");
    Lease lease = a.mutex("n").acquire();
    lease.releaseAsync().join();
    lease.release();
    lease.close();
    lease.close();
    lease.releaseAsync().join();
    try (Lease again = a.mutex("n").acquire(Duration.ofSeconds(20))) {
      lease.release();
      assertTrue(again.isHeld());
    }
    nothingIsLeft(rig, "n");
  }

  @Test
  default void required_F1_tokensGrowOverClientsAndLends(Rig rig) throws Exception {
    Holdfast a = rig.holdfast("a");
    Holdfast b = rig.holdfast("b");
    long last = 0;
    for (int i = 0; i < 10; i++) {
      try (Lease lease = (i % 2 == 0 ? a : b).mutex("n").acquire()) {
        assertTrue(lease.token() > last);
        last = lease.token();
      }
    }
    try (Lease first = a.mutex("n").acquire()) {
      var second = a.mutex("n").acquireAsync();
      var third = a.mutex("n").acquireAsync();
      assertTrue(first.token() > last);
      first.release();
      Lease lent = second.get(20, java.util.concurrent.TimeUnit.SECONDS);
      assertTrue(lent.token() > first.token());
      lent.release();
      Lease lentAgain = third.get(20, java.util.concurrent.TimeUnit.SECONDS);
      assertTrue(lentAgain.token() > lent.token());
      lentAgain.release();
      last = lentAgain.token();
    }
    try (Lease after = b.mutex("n").acquire()) {
      assertTrue(after.token() > last);
    }
  }

  @Test
  default void required_F2_aLentTokenLiesBelowTheNextGrants(Rig rig) throws Exception {
    Holdfast a = rig.holdfast("a");
    long granted;
    long lent;
    try (Lease first = a.mutex("n").acquire()) {
      var next = a.mutex("n").acquireAsync();
      granted = first.token();
      first.release();
      Lease second = next.get(20, java.util.concurrent.TimeUnit.SECONDS);
      lent = second.token();
      assertTrue(lent > granted);
      assertTrue(a.inspect("n").hold().orElseThrow().token() <= lent);
      second.release();
    }
    assertNotEquals(granted, lent);
    SpiClient raw = SpiClient.of(rig, "raw");
    assertTrue(SpiClient.firstToken(raw.take("n").stamp()) > lent);
  }

  /** Neither a hold nor a waiter; releases that were sent may still be on their way. */
  static void nothingIsLeft(Rig rig, String name) {
    SpiClient witness = SpiClient.of(rig, "witness");
    Until.asserted(
        Duration.ofSeconds(10),
        () -> {
          LockInfo info = witness.inspect(name);
          assertFalse(info.isHeld(), () -> "a hold is left: " + info);
          assertEquals(List.of(), info.waiters(), "waiters are left");
        });
  }
}
