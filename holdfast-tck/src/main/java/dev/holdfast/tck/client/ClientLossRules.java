package dev.holdfast.tck.client;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.holdfast.Holdfast;
import dev.holdfast.HoldfastListener;
import dev.holdfast.Lease;
import dev.holdfast.LeaseLostException;
import dev.holdfast.LockOptions;
import dev.holdfast.Loss;
import dev.holdfast.tck.fixture.Rig;
import dev.holdfast.tck.fixture.RuleGroup;
import dev.holdfast.tck.internal.Until;
import dev.holdfast.tck.internal.clients.FaultyStore;
import java.time.Duration;
import java.util.Collections;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;

/** L1 to L5 as users see them: a lease that ends without a release. */
public interface ClientLossRules extends RuleGroup {
  /** A loss is told within this, once it has happened. */
  Duration TOLD = Duration.ofSeconds(10);

  /** Without pushes the holder looks every two seconds, however long its lease is. */
  @Test
  default void required_L1_aBreakIsToldSoonUnderALongLease(Rig rig) throws Exception {
    Holdfast a = rig.holdfast("a");
    List<Loss> told = new CopyOnWriteArrayList<>();
    Lease lease = a.mutex("n", LockOptions.defaults().lease(rig.longLease())).acquire();
    lease.onLost(told::add);
    assertTrue(rig.holdfast("b").breakHold("n"));
    Until.met(Duration.ofSeconds(4), "the holder is told", () -> !told.isEmpty());
    assertFalse(lease.isHeld());
  }

  @Test
  default void required_L1_aBrokenHoldIsToldOnce(Rig rig) throws Exception {
    List<Loss> heard = new CopyOnWriteArrayList<>();
    Holdfast a =
        rig.holdfast(
            "a",
            rig.openStore(),
            builder ->
                builder.listener(
                    new HoldfastListener() {
                      @Override
                      public void lost(String name, long token, Loss loss) {
                        heard.add(loss);
                      }
                    }));
    Holdfast b = rig.holdfast("b");
    List<Loss> told = new CopyOnWriteArrayList<>();
    Lease lease = a.mutex("n", LockOptions.defaults().lease(rig.shortLease())).acquire();
    lease.onLost(told::add);
    assertTrue(b.breakHold("n"));
    Until.met(TOLD, "the holder is told", () -> !told.isEmpty() && !heard.isEmpty());
    assertFalse(lease.isHeld());
    assertEquals(Duration.ZERO, lease.remaining());
    assertEquals(Loss.Kind.BROKEN, told.get(0).kind());
    lease.release();
    LeaseLostException thrown = assertThrows(LeaseLostException.class, lease::close);
    assertEquals(Loss.Kind.BROKEN, thrown.loss().kind());
    assertThrows(LeaseLostException.class, () -> lease.ensure(Duration.ofMillis(1)));
    rig.passShortLease();
    assertEquals(1, told.size(), "told once");
    assertEquals(1, heard.size(), "told once");
  }

  @Test
  default void required_L1_anExpiryIsToldOnceAndToThoseWhoAskLater(Rig rig) throws Exception {
    rig.needsLeases();
    Holdfast a = rig.holdfast("a");
    List<Loss> told = new CopyOnWriteArrayList<>();
    LockOptions expiring = LockOptions.defaults().lease(rig.shortLease()).renew(false);
    Lease lease = a.mutex("n", expiring).acquire();
    lease.onLost(told::add);
    Until.met(TOLD, "the holder is told", () -> !told.isEmpty());
    assertEquals(Loss.Kind.EXPIRED, told.get(0).kind());
    assertFalse(lease.isHeld());
    List<Loss> later = new CopyOnWriteArrayList<>();
    lease.onLost(later::add);
    Until.met(TOLD, "a later listener is told at once", () -> !later.isEmpty());
    assertSame(told.get(0).kind(), later.get(0).kind());
    assertThrows(LeaseLostException.class, lease::close);
    assertEquals(1, told.size());
    ClientSectionRules.nothingIsLeft(rig, "n");
  }

  @Test
  default void required_L1_nothingIsToldAfterARelease(Rig rig) throws Exception {
    Holdfast a = rig.holdfast("a");
    AtomicInteger told = new AtomicInteger();
    LockOptions expiring = LockOptions.defaults().lease(rig.shortLease()).renew(false);
    Lease before = a.mutex("n", expiring).acquire();
    before.onLost(loss -> told.incrementAndGet());
    before.close();
    before.onLost(loss -> told.incrementAndGet());
    a.breakHold("n");
    rig.passShortLease();
    a.close();
    rig.passMillis(50);
    assertEquals(0, told.get());
  }

  @Test
  default void required_L1_theLongestHoldIsToldWhenItIsOver(Rig rig) throws Exception {
    Holdfast a = rig.holdfast("a");
    Holdfast b = rig.holdfast("b");
    List<Loss> told = new CopyOnWriteArrayList<>();
    LockOptions options =
        LockOptions.defaults()
            .lease(rig.shortLease().multipliedBy(2))
            .maxHold(rig.shortLease().multipliedBy(6));
    Lease lease = a.mutex("n", options).acquire();
    lease.onLost(told::add);
    rig.pass(rig.shortLease().multipliedBy(3));
    assertTrue(lease.isHeld(), "renewed until then");
    Until.met(TOLD, "the holder is told", () -> !told.isEmpty());
    assertEquals(Loss.Kind.MAX_HOLD, told.get(0).kind());
    b.mutex("n").acquire(Duration.ofSeconds(20)).close();
  }

  /** A callback that never ends, and a callback that throws, cost other leases nothing. */
  @Test
  default void required_L2_aCallbackThatBlocksStopsNoRenewal(Rig rig) throws Exception {
    Holdfast a = rig.holdfast("a");
    LockOptions options = LockOptions.defaults().lease(rig.shortLease());
    CountDownLatch entered = new CountDownLatch(2);
    CountDownLatch end = new CountDownLatch(1);
    try {
      Lease kept = a.mutex("kept", options).acquire();
      for (String name : List.of("one", "two")) {
        Lease lease = a.mutex(name, options).acquire();
        lease.onLost(
            loss -> {
              throw new IllegalStateException("thrown by a callback on purpose");
            });
        lease.onLost(
            loss -> {
              entered.countDown();
              awaitQuietly(end);
            });
        a.breakHold(name);
      }
      assertTrue(entered.await(10, TimeUnit.SECONDS), "both callbacks run");
      rig.pass(rig.shortLease().multipliedBy(3));
      assertTrue(kept.isHeld());
      kept.close();
    } finally {
      end.countDown();
    }
  }

  @Test
  default void required_L2_callbacksRunOnTheCallbackExecutor(Rig rig) throws Exception {
    ExecutorService executor =
        Executors.newSingleThreadExecutor(task -> new Thread(task, "the-users-own"));
    rig.keep(executor::shutdownNow);
    Holdfast a = rig.holdfast("a", rig.openStore(), builder -> builder.callbackExecutor(executor));
    List<String> threads = new CopyOnWriteArrayList<>();
    Lease lease = a.mutex("n", LockOptions.defaults().lease(rig.shortLease())).acquire();
    lease.onLost(loss -> threads.add(Thread.currentThread().getName()));
    a.breakHold("n");
    Until.met(TOLD, "the holder is told", () -> !threads.isEmpty());
    lease.onLost(loss -> threads.add(Thread.currentThread().getName()));
    Until.met(TOLD, "and told again", () -> threads.size() == 2);
    assertEquals(List.of("the-users-own", "the-users-own"), threads);
  }

  @Test
  default void required_L3_failedRenewalsDoNotStopTheNext(Rig rig) throws Exception {
    List<String> heard = new CopyOnWriteArrayList<>();
    FaultyStore store = FaultyStore.of(rig);
    Holdfast a =
        rig.holdfast(
            "a",
            store,
            builder ->
                builder.listener(
                    new HoldfastListener() {
                      @Override
                      public void jeopardy(
                          String name, long token, Duration remaining, Throwable error) {
                        heard.add("jeopardy");
                      }

                      @Override
                      public void safe(String name, long token) {
                        heard.add("safe");
                      }
                    }));
    LockOptions options = LockOptions.defaults().lease(rig.shortLease().multipliedBy(2));
    Lease lease = a.mutex("n", options).acquire();
    for (int i = 1; i <= 2; i++) {
      int times = i;
      store.failKeepAlives(1);
      Until.met(TOLD, "a renewal fails", () -> store.failedKeepAlives() >= times);
      Until.met(TOLD, "the next succeeds", () -> Collections.frequency(heard, "safe") >= times);
    }
    rig.pass(rig.shortLease().multipliedBy(2));
    assertTrue(lease.isHeld());
    assertEquals(2, Collections.frequency(heard, "jeopardy"), "told before it was safe again");
    lease.close();
  }

  /** Counted from both sides: the old holder looks at its lease after the new one was granted. */
  @Test
  default void required_L4_aCutOffHolderKnowsBeforeTheNextIsGranted(Rig rig) throws Exception {
    rig.needsLeases();
    FaultyStore store = FaultyStore.of(rig);
    Holdfast a = rig.holdfast("a", store);
    Holdfast b = rig.holdfast("b");
    List<Loss> told = new CopyOnWriteArrayList<>();
    Lease cut = a.mutex("n", LockOptions.defaults().lease(rig.shortLease())).acquire();
    cut.onLost(told::add);
    store.cut();
    Lease next = null;
    while (next == null) {
      Optional<Lease> taken = b.mutex("n").tryAcquire();
      boolean believes = cut.isHeld();
      if (taken.isPresent()) {
        assertFalse(believes, "two clients believe at once");
        next = taken.get();
      }
    }
    Until.met(TOLD, "the holder is told", () -> !told.isEmpty());
    assertEquals(Loss.Kind.EXPIRED, told.get(0).kind());
    assertTrue(next.token() > cut.token());
    store.heal();
    rig.pass(rig.shortLease());
    assertTrue(next.isHeld(), "what the first repeats does not touch the second");
    next.close();
  }

  @Test
  default void required_L5_aLeakedLeaseIsNotRenewedForEver(Rig rig) throws Exception {
    Holdfast a = rig.holdfast("a");
    Holdfast b = rig.holdfast("b");
    LockOptions options = LockOptions.defaults().lease(rig.shortLease());
    assertTrue(leak(a, options) > 0);
    Until.met(
        Duration.ofSeconds(30),
        "a lease without references ends",
        () -> {
          System.gc();
          Optional<Lease> taken = b.mutex("n").tryAcquire(Duration.ofMillis(100));
          taken.ifPresent(Lease::close);
          return taken.isPresent();
        });
  }

  private static long leak(Holdfast client, LockOptions options) throws InterruptedException {
    return client.mutex("n", options).acquire().token();
  }

  private static void awaitQuietly(CountDownLatch latch) {
    try {
      latch.await();
    } catch (InterruptedException stop) {
      Thread.currentThread().interrupt();
    }
  }
}
