package dev.holdfast.test;

import static dev.holdfast.test.Now.failureOf;
import static dev.holdfast.test.Now.got;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.holdfast.DistributedLock;
import dev.holdfast.DistributedSemaphore;
import dev.holdfast.Holdfast;
import dev.holdfast.Lease;
import dev.holdfast.LockInfo;
import dev.holdfast.LockOptions;
import dev.holdfast.StoreException;
import dev.holdfast.test.WiredStore.Wire;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.locks.Lock;
import org.junit.jupiter.api.Test;

/** Permits of one client and of several. */
class SemaphoreTest {
  private static final LockOptions NINE = LockOptions.defaults().lease(Duration.ofSeconds(9));

  private final Workbench bench = new Workbench();
  private final Holdfast client = bench.client("mine");
  private final Holdfast other = bench.client("other");
  private final DistributedSemaphore mine = client.semaphore("gpu", 4, NINE);
  private final DistributedSemaphore others = other.semaphore("gpu", 4, NINE);

  private static Lease taken(DistributedSemaphore semaphore, int permits) {
    return semaphore.tryAcquire(permits).orElseThrow();
  }

  private static CompletableFuture<Lease> wait(DistributedSemaphore semaphore, int permits) {
    return semaphore.taking(permits).acquireAsync();
  }

  private static CompletableFuture<Optional<Lease>> tries(DistributedSemaphore semaphore, int n) {
    return semaphore.taking(n).tryAcquireAsync(Duration.ZERO);
  }

  private List<Integer> held() {
    return client.inspect("gpu").holds().stream().map(LockInfo.Hold::permits).toList();
  }

  @Test
  void thereAreNeverMorePermitsThanItsSize() {
    Lease one = taken(mine, 1);
    Lease two = taken(others, 2);
    assertTrue(mine.tryAcquire(2).isEmpty());
    Lease three = taken(mine, 1);
    assertTrue(others.tryAcquire().isEmpty());
    assertEquals(List.of(1, 2, 1), held());
    assertEquals(4, client.inspect("gpu").size());
    assertTrue(one.token() < two.token() && two.token() < three.token());
    two.close();
    taken(mine, 2).close();
    one.close();
    three.close();
    assertEquals(new LockInfo("gpu", List.of(), List.of()), client.inspect("gpu"));
  }

  @Test
  void eachLeaseOfAClientEndsByItself() {
    List<Lease> leases = new ArrayList<>();
    for (int i = 0; i < 4; i++) {
      leases.add(taken(mine, 1));
    }
    leases.get(2).close();
    for (int i : List.of(0, 1, 3)) {
      assertTrue(leases.get(i).isHeld());
    }
    bench.advance(60_000);
    assertEquals(3, held().size(), "each is renewed");
    assertTrue(bench.told.isEmpty());
    client.close();
    assertEquals(List.of(), other.inspect("gpu").holds());
    assertEquals(3, bench.told.size(), "each is lost");
  }

  @Test
  void oneRequestTakesAndOneGivesBack() {
    bench.store.forget();
    taken(mine, 3).close();
    assertEquals(1, bench.store.acquires.size());
    assertEquals(1, bench.store.releases.size());
    assertEquals(2, bench.store.asked());
  }

  @Test
  void whoAsksForManyIsNotOvertakenByThoseWhoAskForFew() {
    Lease held = taken(mine, 3);
    CompletableFuture<Lease> many = wait(others, 3);
    assertTrue(mine.tryAcquire().isEmpty(), "there is a permit left, but somebody waits");
    CompletableFuture<Lease> few = wait(mine, 1);
    assertFalse(few.isDone());
    held.close();
    assertTrue(got(many).isHeld());
    assertTrue(got(few).isHeld(), "which fits beside it");
  }

  @Test
  void amongTheWaitersOfAClientNobodyOvertakesEither() {
    Lease two = taken(mine, 2);
    Lease one = taken(mine, 1);
    CompletableFuture<Lease> all = wait(mine, 4);
    CompletableFuture<Lease> few = wait(mine, 1);
    one.close();
    assertFalse(few.isDone(), "a permit is free, but it is not the first");
    two.close();
    assertTrue(got(all).isHeld());
    got(all).close();
    assertTrue(got(few).isHeld());
  }

  @Test
  void aPermitIsLentToTheNextWaiterOfTheSameNumber() {
    Lease first = taken(mine, 4);
    CompletableFuture<Lease> second = wait(mine, 4);
    CompletableFuture<Lease> third = wait(mine, 4);
    bench.store.forget();
    first.close();
    assertEquals(first.token() + 1, got(second).token());
    assertEquals(0, bench.store.asked());
    got(second).close();
    assertEquals(first.token() + 2, got(third).token());
    got(third).close();
    assertEquals(List.of(), held());
    assertEquals(List.of(), client.inspect("gpu").waiters(), "its place is left");
  }

  @Test
  void anotherNumberIsAskedForAnew() {
    Lease first = taken(mine, 4);
    CompletableFuture<Lease> next = wait(mine, 1);
    first.close();
    assertTrue(got(next).token() > first.token() + 1);
    assertEquals(List.of(1), held());
  }

  @Test
  void aClientThatWaitsForLongerThanItsTurnIsServed() {
    Lease first = taken(mine, 4);
    CompletableFuture<Lease> elsewhere = wait(others, 4);
    List<CompletableFuture<Lease>> here = new ArrayList<>();
    for (int i = 0; i < 40; i++) {
      here.add(wait(mine, 4));
    }
    first.close();
    int served = 0;
    while (!elsewhere.isDone()) {
      got(here.get(served++)).close();
    }
    assertEquals(32, served, "the budget of a client that knows that somebody waits");
    got(elsewhere).close();
    assertTrue(here.get(served).isDone());
  }

  @Test
  void triesThatAreMadeAtOnceAreAnsweredEachForItself() {
    bench.store.wire = Wire.SLOW;
    CompletableFuture<Optional<Lease>> big = tries(mine, 3);
    CompletableFuture<Optional<Lease>> tooBig = tries(mine, 2);
    CompletableFuture<Optional<Lease>> small = tries(mine, 1);
    for (int i = 0; i < 3; i++) {
      bench.store.deliver();
    }
    assertTrue(got(big).isPresent());
    assertTrue(got(tooBig).isEmpty());
    assertTrue(got(small).isPresent());
  }

  @Test
  void aTryDoesNotStandBehindAWaiter() {
    Lease held = taken(mine, 3);
    bench.store.wire = Wire.SLOW;
    CompletableFuture<Lease> waiter = wait(mine, 2);
    CompletableFuture<Optional<Lease>> early = tries(mine, 1);
    bench.store.deliver();
    assertTrue(got(early).isEmpty());
    assertTrue(got(tries(mine, 1)).isEmpty());
    bench.store.wire = Wire.WELL;
    held.close();
    assertTrue(got(waiter).isHeld());
  }

  @Test
  void whoGivesUpLeavesNothing() {
    Lease held = taken(mine, 4);
    CompletableFuture<Lease> first = wait(mine, 3);
    CompletableFuture<Lease> second = wait(mine, 1);
    assertTrue(first.cancel(false));
    held.close();
    assertTrue(got(second).isHeld());
    assertEquals(List.of(1), held());
    assertEquals(List.of(), client.inspect("gpu").waiters());
  }

  @Test
  void whatASilentClientHeldIsGivenToOthersAfterItWasToldSo() {
    Lease held = taken(mine, 4);
    CompletableFuture<Lease> next = wait(others, 4);
    bench.pause();
    bench.advance(8_999);
    assertFalse(held.isHeld());
    bench.advance(1);
    bench.resume();
    assertEquals(List.of("lost gpu " + held.token() + " EXPIRED"), bench.told);
    bench.advance(5_000);
    assertTrue(got(next).isHeld());
  }

  @Test
  void aStoreThatIsSilentIsAskedOneThingAtATime() {
    Lease held = taken(mine, 1);
    bench.store.wire = Wire.CUT;
    bench.store.forget();
    for (int i = 0; i < 10; i++) {
      assertInstanceOf(StoreException.class, failureOf(tries(mine, 1)));
    }
    assertEquals(1, bench.store.acquires.size());
    bench.store.wire = Wire.WELL;
    bench.advance(5_000);
    assertTrue(held.isHeld());
    Lease more = taken(mine, 3);
    assertEquals(List.of(1, 3), held());
    more.close();
  }

  @Test
  void whatBecomesOfAnotherLeaseIsNoAnswerToATry() {
    Workbench patient = Workbench.patient();
    DistributedSemaphore slow = patient.client("slow").semaphore("gpu", 4, NINE);
    Lease released = taken(slow, 1);
    Lease renewed = taken(slow, 1);
    patient.store.wire = Wire.SLOW;
    CompletableFuture<Optional<Lease>> asked = tries(slow, 2);
    patient.store.wire = Wire.CUT;
    CompletableFuture<Void> unused = released.releaseAsync();
    assertFalse(asked.isDone(), "a release failed");
    patient.advance(3_001);
    assertEquals(1, patient.told.size(), "a renewal failed: " + patient.told);
    assertFalse(asked.isDone());
    patient.store.wire = Wire.WELL;
    patient.store.deliver();
    assertTrue(got(asked).isPresent());
    assertTrue(renewed.isHeld());
  }

  @Test
  void renewalsThatAreAnsweredDoNotPutOffTheEndOfPatience() {
    DistributedSemaphore impatient =
        client.semaphore("gpu", 4, NINE.patience(Duration.ofSeconds(20)));
    Lease held = taken(impatient, 1);
    bench.store.wire = Wire.CUT;
    bench.store.keeping = true;
    CompletableFuture<Lease> waiter = wait(impatient, 1);
    bench.advance(19_000);
    assertFalse(waiter.isDone());
    bench.advance(1_001);
    assertInstanceOf(StoreException.class, failureOf(waiter));
    assertTrue(held.isHeld());
  }

  @Test
  void whoStatesAnotherSizeIsToldSo() {
    Lease held = taken(mine, 1);
    DistributedSemaphore five = other.semaphore("gpu", 5);
    for (int i = 0; i < 2; i++) {
      Throwable error = failureOf(wait(five, 1));
      assertInstanceOf(IllegalStateException.class, error);
      assertEquals(
          "asked for 'gpu' as a semaphore of 5 permits, but the store answered that it is held or"
              + " waited for as a semaphore of 4 permits; nothing is held or queued, and programs"
              + " that share a name must agree on this",
          error.getMessage());
    }
    assertThrows(IllegalStateException.class, () -> other.mutex("gpu").tryAcquire());
    assertThrows(IllegalStateException.class, () -> client.readWrite("gpu").read().tryAcquire());
    assertThrows(IllegalStateException.class, () -> client.semaphore("gpu", 2).tryAcquire());
    held.close();
    taken(five, 5).close();
    Lease lock = other.mutex("gpu").tryAcquire().orElseThrow();
    assertThrows(IllegalStateException.class, () -> mine.tryAcquire());
    lock.close();
  }

  @Test
  void anErrorForOneSizeDoesNotEndTheWaitForAnother() {
    Lease held = taken(mine, 4);
    bench.store.wire = Wire.SLOW;
    CompletableFuture<Lease> wrong = client.semaphore("gpu", 5).taking(1).acquireAsync();
    CompletableFuture<Lease> right = wait(mine, 1);
    bench.store.deliver();
    assertInstanceOf(IllegalStateException.class, failureOf(wrong));
    bench.store.wire = Wire.WELL;
    bench.store.deliver();
    held.close();
    assertTrue(got(right).isHeld());
  }

  @Test
  void aSemaphoreThatGrowsServesThoseWhoWait() {
    Lease held = taken(mine, 4);
    CompletableFuture<Lease> next = wait(others, 2);
    assertTrue(client.semaphore("gpu", 4).resize(6));
    assertTrue(got(next).isHeld());
    assertTrue(held.isHeld());
    assertEquals(6, client.inspect("gpu").size());
    assertThrows(IllegalStateException.class, () -> mine.tryAcquire());
    assertTrue(client.semaphore("gpu", 6).tryAcquire().isEmpty());
  }

  /** Between the look at the size and the request to change it. */
  @Test
  void aDifferenceIsAddedToWhatAnotherClientHasMadeOfTheSize() {
    Lease held = taken(mine, 1);
    List<Integer> others = new ArrayList<>(List.of(0, 7, 9));
    bench.store.beforeResize =
        () -> {
          int size = others.isEmpty() ? 0 : others.remove(0);
          if (size > 0) {
            Runnable mine = bench.store.beforeResize;
            bench.store.beforeResize = () -> {};
            assertTrue(other.semaphore("gpu", size).resize(size));
            bench.store.beforeResize = mine;
          }
        };
    assertTrue(mine.resizeBy(2));
    assertEquals(11, client.inspect("gpu").size());
    assertTrue(mine.resizeBy(-10));
    assertEquals(1, client.inspect("gpu").size());
    assertThrows(IllegalArgumentException.class, () -> mine.resizeBy(-1));
    assertTrue(held.isHeld());
  }

  @Test
  void aSizeThatOthersChangeAllTheTimeIsNotChanged() {
    Lease held = taken(mine, 1);
    int[] size = {4};
    Runnable[] hook = new Runnable[1];
    hook[0] =
        () -> {
          bench.store.beforeResize = () -> {};
          assertTrue(other.semaphore("gpu", 4).resize(++size[0]));
          bench.store.beforeResize = hook[0];
        };
    bench.store.beforeResize = hook[0];
    StoreException refused = assertThrows(StoreException.class, () -> mine.resizeBy(1));
    assertTrue(refused.getMessage().contains("this one has changed nothing"), refused::getMessage);
    assertEquals(size[0], client.inspect("gpu").size());
    assertTrue(held.isHeld());
  }

  @Test
  void aSemaphoreThatShrinksTakesNothingAway() {
    Lease two = taken(mine, 2);
    Lease one = taken(others, 1);
    assertTrue(mine.resize(2));
    DistributedSemaphore small = other.semaphore("gpu", 2);
    CompletableFuture<Lease> next = wait(small, 1);
    assertTrue(two.isHeld() && one.isHeld());
    one.close();
    assertFalse(next.isDone(), "two are held still, and there are no more");
    two.close();
    assertTrue(got(next).isHeld());
  }

  @Test
  void whoWaitsForMoreThanThereAreFails() {
    Lease held = taken(mine, 2);
    CompletableFuture<Lease> three = wait(others, 3);
    assertTrue(mine.resize(2));
    bench.advance(2_000);
    assertInstanceOf(IllegalStateException.class, failureOf(three));
    held.close();
  }

  @Test
  void thereIsNothingToResizeWhereNobodyHoldsOrWaits() {
    assertFalse(mine.resize(3));
    Lease lock = client.mutex("gpu").tryAcquire().orElseThrow();
    assertFalse(mine.resize(3));
    lock.close();
  }

  @Test
  void numbersThatMakeNoSenseAreRefused() {
    for (int size : new int[] {0, -1, 1 << 30}) {
      assertThrows(IllegalArgumentException.class, () -> client.semaphore("gpu", size));
      assertThrows(IllegalArgumentException.class, () -> mine.resize(size));
    }
    for (int permits : new int[] {0, -1, 5}) {
      assertThrows(IllegalArgumentException.class, () -> mine.taking(permits));
    }
    assertEquals(4, mine.taking(4).tryAcquire().map(lease -> held().get(0)).orElseThrow());
  }

  @Test
  void permitsThatLingerAreThereForTheNextOfTheSameNumber() {
    DistributedSemaphore lingering = client.semaphore("gpu", 4, NINE.linger(Duration.ofSeconds(5)));
    taken(lingering, 2).close();
    bench.store.forget();
    taken(lingering, 2).close();
    assertEquals(0, bench.store.asked());
    assertEquals(List.of(2), held());
    assertTrue(others.tryAcquire(3).isEmpty(), "it lingers, and a try waits for nobody");
    CompletableFuture<Lease> elsewhere = wait(others, 3);
    assertTrue(got(elsewhere).isHeld(), "it was recalled");
    bench.advance(10_000);
    assertEquals(List.of(3), held());
  }

  @Test
  void permitsThatMustStayTakenLimitARate() {
    DistributedSemaphore calls =
        client.semaphore("calls", 2, NINE.holdAtLeast(Duration.ofSeconds(1)));
    taken(calls, 1).close();
    taken(calls, 1).close();
    assertTrue(calls.tryAcquire().isEmpty());
    bench.advance(999);
    assertTrue(calls.tryAcquire().isEmpty());
    bench.advance(2);
    taken(calls, 2).close();
  }

  @Test
  @SuppressWarnings("LockNotBeforeTry") // nothing is done inside
  void aViewCountsNestedLocksWithoutMorePermits() {
    DistributedLock two = mine.taking(2);
    Lock view = two.asLock();
    view.lock();
    try {
      two.asLock().lock();
      assertEquals(List.of(2), held());
      two.asLock().unlock();
      assertEquals(List.of(2), held());
    } finally {
      view.unlock();
    }
    assertEquals(List.of(), held());
  }

  @Test
  void aHoldThatIsBrokenIsLostAndTheOthersToo() {
    Lease one = taken(mine, 1);
    Lease two = taken(others, 2);
    assertTrue(client.breakHold("gpu"));
    assertFalse(one.isHeld() || two.isHeld());
    taken(mine, 4).close();
  }
}
