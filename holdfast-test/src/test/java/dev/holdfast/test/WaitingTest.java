package dev.holdfast.test;

import static dev.holdfast.test.Now.failureOf;
import static dev.holdfast.test.Now.got;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.holdfast.Holdfast;
import dev.holdfast.Lease;
import dev.holdfast.LockOptions;
import dev.holdfast.StoreException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** Waiting, giving up, being handed or lent the lock. */
class WaitingTest {
  private final TestHoldfast test = TestHoldfast.create();
  private final Holdfast mine = test.client();
  private final Holdfast other = test.newClient("other");

  @AfterEach
  void close() {
    test.close();
  }

  @Test
  void aReleaseHandsTheLockToTheNextClientAtOnce() throws InterruptedException {
    Lease first = mine.mutex("a").acquire();
    CompletableFuture<Lease> waiting = other.mutex("a").acquireAsync();
    assertFalse(waiting.isDone());
    assertEquals("other", mine.inspect("a").waiters().get(0).client());
    first.close();
    assertTrue(got(waiting).token() > first.token());
    assertTrue(got(waiting).isHeld());
    test.advance(Duration.ofMinutes(5));
    assertTrue(got(waiting).isHeld());
  }

  @Test
  void aHandedHoldIsShortUntilItIsClaimedAndFullAfterwards() throws InterruptedException {
    Lease first = mine.mutex("a").acquire();
    CompletableFuture<Lease> waiting = other.mutex("a").acquireAsync();
    first.close();
    assertTrue(got(waiting).remaining().compareTo(Duration.ofSeconds(3)) < 0);
    test.advance(Duration.ofMillis(60));
    assertTrue(got(waiting).remaining().compareTo(Duration.ofSeconds(29)) > 0);
  }

  @Test
  void clientsAreServedInTheOrderTheyCame() throws InterruptedException {
    Lease first = mine.mutex("a").acquire();
    List<Integer> served = new ArrayList<>();
    for (int i = 0; i < 10; i++) {
      int number = i;
      CompletableFuture<Void> unused =
          test.newClient("c" + i)
              .mutex("a")
              .acquireAsync()
              .thenAccept(
                  lease -> {
                    served.add(number);
                    lease.close();
                  });
    }
    first.close();
    assertEquals(List.of(0, 1, 2, 3, 4, 5, 6, 7, 8, 9), served);
  }

  @Test
  void aDeadHolderIsFollowedWhenItsLeaseIsOver() throws InterruptedException {
    Lease dead = mine.mutex("a", LockOptions.defaults().lease(Duration.ofSeconds(5))).acquire();
    CompletableFuture<Lease> waiting = other.mutex("a").acquireAsync();
    test.pause(mine);
    test.advance(Duration.ofMillis(4_990));
    assertFalse(waiting.isDone());
    test.advance(Duration.ofMillis(20));
    assertTrue(waiting.isDone());
    assertFalse(dead.isHeld());
  }

  @Test
  void aDeadWaiterDelaysTheQueueByOneClaimWindow() throws InterruptedException {
    Holdfast third = test.newClient("third");
    Lease first = mine.mutex("a").acquire();
    CompletableFuture<Lease> dead = other.mutex("a").acquireAsync();
    CompletableFuture<Lease> waiting = third.mutex("a").acquireAsync();
    test.pause(other);
    first.close();
    test.advance(Duration.ofMillis(2_900));
    assertFalse(waiting.isDone());
    test.advance(Duration.ofMillis(200));
    assertTrue(got(waiting).isHeld());
    test.resume(other); // the push it slept through grants nothing any more
    assertFalse(dead.isDone());
    got(waiting).close();
    assertTrue(got(dead).token() > got(waiting).token());
  }

  @Test
  void aTimedWaitEndsAtItsDeadlineAndLeavesNothing() throws InterruptedException {
    Lease first = mine.mutex("a").acquire();
    CompletableFuture<Optional<Lease>> waiting =
        other.mutex("a").tryAcquireAsync(Duration.ofSeconds(7));
    test.advance(Duration.ofMillis(6_999));
    assertFalse(waiting.isDone());
    test.advance(Duration.ofMillis(1));
    assertEquals(Optional.empty(), got(waiting));
    assertEquals(List.of(), mine.inspect("a").waiters());
    assertTrue(first.isHeld());
  }

  @Test
  void cancellingTheFutureLeavesTheQueue() throws InterruptedException {
    Lease first = mine.mutex("a").acquire();
    CompletableFuture<Lease> waiting = other.mutex("a").acquireAsync();
    assertTrue(waiting.cancel(true));
    assertEquals(List.of(), mine.inspect("a").waiters());
    first.close();
    assertFalse(mine.inspect("a").isHeld());
  }

  @Test
  void aFutureCompletedByItsUserGivesTheLeaseBack() throws InterruptedException {
    Lease first = mine.mutex("a").acquire();
    CompletableFuture<Lease> waiting = other.mutex("a").acquireAsync();
    assertTrue(waiting.complete(first));
    first.close();
    assertFalse(mine.inspect("a").isHeld());
  }

  @Test
  void aTryFailsAtOnceWhenTheStoreIsSilent() {
    test.cutStore();
    assertThrows(StoreException.class, () -> other.mutex("a").tryAcquire());
  }

  @Test
  void theFirstTryOnceTheStoreIsBackIsGranted() {
    test.cutStore();
    assertThrows(StoreException.class, () -> other.mutex("a").tryAcquire());
    test.advance(Duration.ofSeconds(30)); // retries are two seconds apart by now
    test.healStore();
    assertTrue(other.mutex("a").tryAcquire().isPresent());
  }

  @Test
  void anUntimedWaitRidesOutASilentStore() {
    test.cutStore();
    CompletableFuture<Lease> waiting = other.mutex("a").acquireAsync();
    test.advance(Duration.ofSeconds(29));
    assertFalse(waiting.isDone());
    test.healStore();
    test.advance(Duration.ofSeconds(1));
    assertTrue(got(waiting).isHeld());
  }

  @Test
  void andFailsAfterItsPatience() {
    test.cutStore();
    CompletableFuture<Lease> waiting = other.mutex("a").acquireAsync();
    test.advance(Duration.ofSeconds(31));
    Throwable failed = failureOf(waiting);
    assertTrue(failed instanceof StoreException);
    test.healStore();
    test.advance(Duration.ofSeconds(10));
    assertEquals(List.of(), mine.names(10));
  }

  @Test
  void aTimedWaitOnASilentStoreSaysSo() {
    test.cutStore();
    CompletableFuture<Optional<Lease>> waiting =
        other.mutex("a").tryAcquireAsync(Duration.ofSeconds(2));
    test.advance(Duration.ofSeconds(2));
    Throwable failed = failureOf(waiting);
    assertTrue(failed instanceof StoreException);
  }

  @Test
  void localWaitersAreLentTheHoldAndTokensGrow() throws InterruptedException {
    long last = 0;
    Lease lease = mine.mutex("a").acquire();
    for (int i = 0; i < 10_000; i++) {
      CompletableFuture<Lease> next = mine.mutex("a").acquireAsync();
      assertFalse(next.isDone());
      lease.close();
      assertTrue(lease.token() > last);
      last = lease.token();
      lease = got(next);
      if (i % 1_000 == 0) {
        test.advance(Duration.ofMillis(1)); // time for a fresh stamp
      }
    }
    lease.close();
    assertFalse(mine.inspect("a").isHeld());
  }

  @Test
  void aThousandWaitersWhoseCallbacksReleaseAreServedOnOneStack() throws InterruptedException {
    Lease first = mine.mutex("a").acquire();
    List<CompletableFuture<Void>> done = new ArrayList<>();
    for (int i = 0; i < 3_000; i++) {
      done.add(mine.mutex("a").acquireAsync().thenAccept(Lease::close));
    }
    first.close();
    done.forEach(Now::got);
    assertFalse(mine.inspect("a").isHeld());
  }

  @Test
  void lendingEndsWithItsBudgetOnceAnotherClientWaits() throws InterruptedException {
    LockOptions options = LockOptions.defaults().lendingBudget(5, Duration.ofSeconds(1));
    List<CompletableFuture<Lease>> locals = new ArrayList<>();
    Lease lease = mine.mutex("a", options).acquire();
    for (int i = 0; i < 20; i++) {
      locals.add(mine.mutex("a", options).acquireAsync());
    }
    CompletableFuture<Lease> waiting = other.mutex("a").acquireAsync();
    int served = 0;
    while (!waiting.isDone()) {
      lease.close();
      if (served < locals.size() && locals.get(served).isDone()) {
        lease = got(locals.get(served));
        served++;
      }
    }
    assertEquals(5, served);
    assertFalse(locals.get(5).isDone());
    got(waiting).close();
    assertTrue(locals.get(5).isDone());
  }

  @Test
  void anUnusedHoldLingersUntilAnotherClientWantsIt() throws InterruptedException {
    LockOptions lingering = LockOptions.defaults().linger(Duration.ofMinutes(10));
    mine.mutex("a", lingering).acquire().close();
    test.advance(Duration.ofMinutes(1));
    assertTrue(mine.inspect("a").isHeld());
    Lease again = mine.mutex("a", lingering).tryAcquire().orElseThrow();
    again.close();
    assertTrue(other.mutex("a").tryAcquire().isEmpty());
    CompletableFuture<Lease> waiting = other.mutex("a").acquireAsync();
    assertTrue(got(waiting).token() > again.token());
  }

  @Test
  void lingeringEndsByItself() throws InterruptedException {
    LockOptions lingering = LockOptions.defaults().linger(Duration.ofSeconds(20));
    mine.mutex("a", lingering).acquire().close();
    test.advance(Duration.ofSeconds(19));
    assertTrue(mine.inspect("a").isHeld());
    test.advance(Duration.ofSeconds(2));
    assertFalse(mine.inspect("a").isHeld());
  }
}
