package dev.holdfast.spring;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.holdfast.Lease;
import dev.holdfast.LeaseLostException;
import dev.holdfast.LockTimeoutException;
import dev.holdfast.StoreException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.Callable;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Flow;
import java.util.concurrent.FutureTask;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.BiConsumer;
import java.util.function.Supplier;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** What happens around a locked method. */
class LockedTest {
  private final ContextForTests app = ContextForTests.with(Map.of("region", "eu"), Shop.class);
  private final Shop shop = app.get(Shop.class);

  @AfterEach
  void close() {
    app.close();
  }

  /** The application's bean. */
  static class Shop {
    @Locked("invoice:${region}:#{#id}")
    public String charge(long id, Supplier<String> work) {
      return CurrentLease.get().name() + " " + work.get();
    }

    @Locked(name = "interrupted", onLoss = Locked.OnLoss.INTERRUPT)
    public String interrupted(Callable<String> work) throws Exception {
      return work.call();
    }

    @Locked(name = "interrupted too", onLoss = Locked.OnLoss.INTERRUPT)
    public String interruptedToo(Callable<String> work) throws Exception {
      return work.call();
    }

    @Locked(names = {"account:#{#from}", "account:#{#to}"})
    public void transfer(String from, String to, Runnable work) {
      work.run();
    }

    @Locked(name = "catalogue", mode = Locked.Mode.READ, waitAtMost = "0")
    public void read(Runnable work) {
      work.run();
    }

    @Locked(name = "catalogue", waitAtMost = "0")
    public void write(Runnable work) {
      work.run();
    }

    @Locked(name = "gpu", permits = "2/3", waitAtMost = "0")
    public void compute(Runnable work) {
      work.run();
    }

    @Locked(name = "busy", waitAtMost = "0", otherwise = Locked.Otherwise.SKIP)
    public Optional<String> maybe(Supplier<String> work) {
      return Optional.of(work.get());
    }

    @Locked(name = "busy", waitAtMost = "0", otherwise = Locked.Otherwise.SKIP)
    public CompletableFuture<Void> maybeLater() {
      throw new AssertionError("ran");
    }

    @Locked("stage")
    public CompletableFuture<String> later(CompletableFuture<String> work) {
      assertTrue(CurrentLease.get().isHeld());
      return work;
    }

    @Locked("stage")
    public void around(Runnable work) {
      work.run();
    }

    @Locked("stage")
    public Object anything(Object result) {
      return result;
    }

    @Locked("basket:#{#lines}")
    public void basket(List<String> lines) {
      lines.clear();
      lines.add("changed");
    }

    @Locked("thing:#{#thing}")
    public void thing(Object thing) {}
  }

  @Test
  void itIsHeldWhileTheMethodRunsAndNotAfterwards() {
    String said =
        shop.charge(
            7,
            () -> {
              assertTrue(app.isTaken("invoice:eu:7"));
              assertFalse(app.isTaken("invoice:eu:8"));
              return "done";
            });
    assertEquals("invoice:eu:7 done", said);
    assertFalse(app.isTaken("invoice:eu:7"));
    assertTrue(CurrentLease.find().isEmpty());
  }

  @Test
  void anExceptionOfTheMethodReleasesAndComesOut() {
    IllegalStateException own = new IllegalStateException("own");
    assertSame(
        own,
        assertThrows(
            IllegalStateException.class,
            () ->
                shop.charge(
                    7,
                    () -> {
                      throw own;
                    })));
    assertFalse(app.isTaken("invoice:eu:7"));
  }

  @Test
  void whatAnotherHoldsIsTimedOut() {
    Lease held = app.other.mutex("catalogue").acquireUninterruptibly();
    LockTimeoutException busy =
        assertThrows(LockTimeoutException.class, () -> shop.write(LockedTest::ran));
    assertEquals(held.owner(), busy.holder().orElseThrow());
    held.release();
    shop.write(() -> assertTrue(app.isTaken("catalogue")));
  }

  @Test
  void whatAnotherHoldsIsSkipped() {
    Lease held = app.other.mutex("busy").acquireUninterruptibly();
    assertEquals(Optional.empty(), shop.maybe(() -> "ran"));
    CompletableFuture<Void> skipped = shop.maybeLater();
    assertTrue(skipped.isDone() && !skipped.isCompletedExceptionally());
    held.release();
    assertEquals(Optional.of("ran"), shop.maybe(() -> "ran"));
  }

  @Test
  void aStoreThatIsNotThereIsNeverBusy() {
    app.locks.cutStore();
    assertThrows(StoreException.class, () -> shop.maybe(() -> "ran"));
    assertThrows(StoreException.class, () -> shop.write(LockedTest::ran));
  }

  @Test
  void severalNamesAreHeldTogether() {
    shop.transfer(
        "a",
        "b",
        () -> {
          assertTrue(app.isTaken("account:a"));
          assertTrue(app.isTaken("account:b"));
        });
    assertFalse(app.isTaken("account:a"));
    assertFalse(app.isTaken("account:b"));
    shop.transfer("a", "a", () -> assertTrue(app.isTaken("account:a")));
  }

  @Test
  void readersExcludeWritersAlone() {
    Lease reader = app.other.readWrite("catalogue").read().acquireUninterruptibly();
    shop.read(() -> assertEquals(2, app.other.inspect("catalogue").holds().size()));
    assertThrows(LockTimeoutException.class, () -> shop.write(LockedTest::ran));
    reader.release();
  }

  @Test
  void permitsAreCounted() {
    Lease one = app.other.semaphore("gpu", 3).tryAcquire(1).orElseThrow();
    shop.compute(() -> assertTrue(app.other.semaphore("gpu", 3).tryAcquire().isEmpty()));
    Lease two = app.other.semaphore("gpu", 3).tryAcquire(1).orElseThrow();
    assertThrows(LockTimeoutException.class, () -> shop.compute(LockedTest::ran));
    one.release();
    two.release();
  }

  @Test
  void nestedCallsJoin() {
    shop.charge(
        7,
        () -> {
          long token = CurrentLease.get().token();
          shop.charge(
              7,
              () -> {
                assertEquals(token, CurrentLease.get().token());
                return "";
              });
          assertTrue(app.isTaken("invoice:eu:7"));
          return "";
        });
    shop.write(() -> shop.read(() -> assertTrue(CurrentLease.get().isHeld())));
    assertFalse(app.isTaken("catalogue"));
  }

  @Test
  void whatWouldWaitForItselfIsRefused() {
    shop.read(
        () -> {
          IllegalStateException refused =
              assertThrows(IllegalStateException.class, () -> shop.write(LockedTest::ran));
          assertTrue(refused.getMessage().contains("would wait for itself"), refused.getMessage());
        });
    shop.transfer(
        "a",
        "b",
        () ->
            assertThrows(
                IllegalStateException.class, () -> shop.transfer("b", "c", LockedTest::ran)));
  }

  @Test
  void aNestedLockOfAnotherNameIsTheCurrentOneMeanwhile() {
    shop.charge(
        7,
        () -> {
          shop.charge(8, () -> CurrentLease.get().name());
          assertEquals("invoice:eu:7", CurrentLease.get().name());
          assertFalse(app.isTaken("invoice:eu:8"));
          return "";
        });
  }

  @Test
  void afterALossTheResultIsDiscarded() {
    assertThrows(
        LeaseLostException.class,
        () ->
            shop.charge(
                7,
                () -> {
                  app.locks.lose(CurrentLease.get());
                  return "discarded";
                }));
  }

  @Test
  void afterALossAnExceptionOfTheMethodTellsOfIt() {
    IllegalStateException own =
        assertThrows(
            IllegalStateException.class,
            () ->
                shop.charge(
                    7,
                    () -> {
                      app.locks.lose(CurrentLease.get());
                      throw new IllegalStateException("own");
                    }));
    assertInstanceOf(LeaseLostException.class, own.getSuppressed()[0]);
  }

  @Test
  void aLossInterruptsAMethodThatWantsThat() {
    assertThrows(
        LeaseLostException.class,
        () ->
            shop.interrupted(
                () -> {
                  app.locks.lose(CurrentLease.get());
                  assertThrows(
                      InterruptedException.class,
                      () -> new CountDownLatch(1).await(30, TimeUnit.SECONDS));
                  return "discarded";
                }));
  }

  @Test
  void anInterruptOfALossEndsWithTheMethod() {
    assertThrows(
        LeaseLostException.class,
        () ->
            shop.interrupted(
                () -> {
                  Thread method = Thread.currentThread();
                  app.locks.lose(CurrentLease.get());
                  while (!method.isInterrupted()) {
                    Thread.onSpinWait();
                  }
                  return "discarded";
                }));
    assertFalse(Thread.currentThread().isInterrupted());
  }

  @Test
  void anInterruptOfBeforeALossStays() {
    assertThrows(
        LeaseLostException.class,
        () ->
            shop.interrupted(
                () -> {
                  Lease lease = CurrentLease.get();
                  Thread.currentThread().interrupt();
                  new Thread(() -> app.locks.lose(lease)).start(); // a wait here would see the flag
                  await(lease);
                  return "discarded";
                }));
    assertTrue(Thread.interrupted(), "another one's interrupt was taken away");
  }

  @Test
  void aMethodInsideLeavesTheInterruptToTheOneAround() {
    assertThrows(
        LeaseLostException.class,
        () ->
            shop.interrupted(
                () -> {
                  Lease outer = CurrentLease.get();
                  assertThrows(
                      LeaseLostException.class,
                      () ->
                          shop.interruptedToo(
                              () -> {
                                app.locks.lose(outer);
                                await(outer);
                                app.locks.lose(CurrentLease.get());
                                await(CurrentLease.get());
                                return "";
                              }));
                  assertThrows(
                      InterruptedException.class,
                      () -> new CountDownLatch(1).await(30, TimeUnit.SECONDS));
                  return "discarded";
                }));
    assertFalse(Thread.currentThread().isInterrupted());
  }

  /** Until callbacks of a loss have run; this one comes last, and waits with a flag that stays. */
  private static void await(Lease lost) {
    AtomicBoolean told = new AtomicBoolean();
    lost.onLost(loss -> told.set(true));
    while (!told.get()) {
      Thread.onSpinWait();
    }
  }

  @Test
  void aLossLeavesAMethodAloneThatDoesNotWantThat() {
    assertThrows(
        LeaseLostException.class,
        () ->
            shop.charge(
                7,
                () -> {
                  Lease lease = CurrentLease.get();
                  CountDownLatch told = new CountDownLatch(1);
                  lease.onLost(loss -> told.countDown());
                  app.locks.lose(lease);
                  Awaitility.await().until(() -> told.getCount() == 0);
                  return "discarded";
                }));
  }

  @Test
  void afterALossNothingJoins() {
    assertThrows(
        LeaseLostException.class,
        () ->
            shop.charge(
                7,
                () -> {
                  app.locks.lose(CurrentLease.get());
                  return shop.charge(
                      7,
                      () -> {
                        throw new AssertionError("ran");
                      });
                }));
  }

  @Test
  void aStageHoldsUntilItCompletes() {
    CompletableFuture<String> work = new CompletableFuture<>();
    CompletableFuture<String> result = shop.later(work);
    assertTrue(app.isTaken("stage"));
    assertTrue(CurrentLease.find().isEmpty());
    assertFalse(result.isDone());
    work.complete("done");
    assertEquals("done", result.join());
    assertFalse(app.isTaken("stage"));
  }

  @Test
  void aStageThatFailsReleases() {
    CompletableFuture<String> work = new CompletableFuture<>();
    CompletableFuture<String> result = shop.later(work);
    work.completeExceptionally(new IllegalStateException("own"));
    CompletionException failed = assertThrows(CompletionException.class, result::join);
    assertEquals("own", failed.getCause().getMessage());
    assertFalse(app.isTaken("stage"));
  }

  @Test
  void aStageWhoseLeaseWasLostFails() {
    CompletableFuture<String> work = new CompletableFuture<>();
    CompletableFuture<String> result = shop.later(work);
    assertTrue(app.other.breakHold("stage"));
    work.complete("discarded");
    CompletionException failed = assertThrows(CompletionException.class, result::join);
    assertInstanceOf(LeaseLostException.class, failed.getCause());
  }

  @Test
  void aStageDoesNotWaitForAStoreThatIsNotThere() throws Exception {
    CompletableFuture<String> work = new CompletableFuture<>();
    CompletableFuture<String> result = shop.later(work);
    app.locks.cutStore();
    work.complete("done");
    assertEquals("done", result.get(20, TimeUnit.SECONDS));
  }

  @Test
  void whatWasReleasedEarlyIsNotJoined() {
    shop.charge(
        7,
        () -> {
          CurrentLease.get().release();
          assertFalse(app.isTaken("invoice:eu:7"));
          shop.charge(
              7,
              () -> {
                assertTrue(CurrentLease.get().isHeld());
                assertTrue(app.isTaken("invoice:eu:7"));
                return "";
              });
          assertFalse(app.isTaken("invoice:eu:7"));
          return "";
        });
  }

  @Test
  void aStageOfAnInnerMethodKeepsTheLockOfTheOuterOne() {
    CompletableFuture<String> work = new CompletableFuture<>();
    List<CompletableFuture<String>> inner = new ArrayList<>();
    shop.around(() -> inner.add(shop.later(work)));
    assertTrue(app.isTaken("stage"));
    work.complete("done");
    assertEquals("done", inner.get(0).join());
    assertFalse(app.isTaken("stage"));
  }

  @Test
  void theLastStageReleases() {
    CompletableFuture<String> early = new CompletableFuture<>();
    CompletableFuture<String> late = new CompletableFuture<>();
    assertThrows(
        IllegalStateException.class,
        () ->
            shop.around(
                () -> {
                  CompletableFuture<String> unused = shop.later(early);
                  unused = shop.later(late);
                  throw new IllegalStateException("own");
                }));
    early.complete("");
    assertTrue(app.isTaken("stage"));
    late.complete("");
    assertFalse(app.isTaken("stage"));
  }

  @Test
  void aStageOfAnInnerMethodTellsOfAnEarlyRelease() {
    CompletableFuture<String> work = new CompletableFuture<>();
    List<CompletableFuture<String>> inner = new ArrayList<>();
    shop.around(
        () -> {
          inner.add(shop.later(work));
          CurrentLease.get().release();
        });
    work.complete("done");
    CompletionException failed = assertThrows(CompletionException.class, inner.get(0)::join);
    assertTrue(failed.getMessage().contains("was released"), failed.getMessage());
  }

  @Test
  void aStageThatCannotBeFollowedReleases() {
    CompletableFuture<String> broken =
        new CompletableFuture<>() {
          @Override
          public CompletableFuture<String> whenComplete(
              BiConsumer<? super String, ? super Throwable> action) {
            throw new UnsupportedOperationException("own");
          }
        };
    assertThrows(UnsupportedOperationException.class, () -> shop.later(broken));
    assertFalse(app.isTaken("stage"));
  }

  @Test
  void whatIsReturnedDecidesWhereTheDeclaredTypeSaysNothing() {
    CompletableFuture<String> work = new CompletableFuture<>();
    Object result = shop.anything(work);
    assertTrue(app.isTaken("stage"));
    work.complete("done");
    assertEquals("done", ((CompletableFuture<?>) result).join());
    assertEquals("text", shop.anything("text"));
    Flow.Publisher<String> reactive = subscriber -> {};
    for (Object unfollowed : List.of(new FutureTask<>(() -> ""), reactive)) {
      IllegalStateException refused =
          assertThrows(IllegalStateException.class, () -> shop.anything(unfollowed));
      assertTrue(refused.getMessage().contains("without the lock"), refused.getMessage());
      assertFalse(app.isTaken("stage"));
    }
  }

  @Test
  void namesAreEvaluatedOnce() {
    List<String> lines = new java.util.ArrayList<>(List.of("one", "two"));
    shop.basket(lines);
    assertFalse(app.isTaken("basket:one,two"));
    assertEquals(List.of(), app.other.names(10).stream().filter(app::isTaken).toList());
  }

  @Test
  void noValueIsNoName() {
    IllegalArgumentException refused =
        assertThrows(IllegalArgumentException.class, () -> shop.thing(null));
    assertTrue(refused.getMessage().contains("is null"), refused.getMessage());
    refused = assertThrows(IllegalArgumentException.class, () -> shop.thing(new Object()));
    assertTrue(refused.getMessage().contains("no value of its own"), refused.getMessage());
    shop.thing(Arrays.asList(1, 2));
  }

  @Test
  void anInterruptedWaitLeavesNothing() {
    Lease held = app.other.mutex("stage").acquireUninterruptibly();
    Thread.currentThread().interrupt();
    assertThrows(IllegalStateException.class, () -> shop.later(new CompletableFuture<>()));
    assertTrue(Thread.interrupted());
    held.release();
    assertFalse(app.isTaken("stage"));
  }

  private static void ran() {
    throw new AssertionError("ran");
  }
}
