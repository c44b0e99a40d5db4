package dev.holdfast.test;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.holdfast.DistributedLock;
import dev.holdfast.Holdfast;
import dev.holdfast.Lease;
import dev.holdfast.LeaseLostException;
import dev.holdfast.LockOptions;
import dev.holdfast.Loss;
import dev.holdfast.StoreException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.locks.Lock;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** Bugs that users of other lock libraries reported, each a test of that name. */
class BugsOfOthersTest {
  private static final Duration LEASE = Duration.ofSeconds(10);
  private static final LockOptions OPTIONS = LockOptions.defaults().lease(LEASE);

  private final TestHoldfast test = TestHoldfast.create(OPTIONS);
  private final Holdfast mine = test.client();
  private final Holdfast other = test.newClient("other", OPTIONS);
  private final DistributedLock lock = mine.mutex("a");
  private final DistributedLock theirs = other.mutex("a");
  private final List<Loss.Kind> told = new ArrayList<>();

  @AfterEach
  void close() {
    test.close();
  }

  // ---- renewal ----

  // The renewal of a lock stopped although it was still held, so it expired under its holder.
  @Test
  void redisson5698_renewalGoesOnForAsLongAsTheLockIsHeld() throws InterruptedException {
    for (int round = 0; round < 50; round++) {
      Lease lease = acquire();
      test.advance(LEASE.multipliedBy(3));
      assertTrue(lease.isHeld() && theirs.tryAcquire().isEmpty());
      lease.close();
    }
    assertEquals(List.of(), told);
  }

  // One holder's unlock cancelled the renewal that another holder of the same name relied on.
  @Test
  void redisson7272_releasingOneLeaseDoesNotStopTheRenewalOfTheNext() throws InterruptedException {
    Lease first = acquire();
    CompletableFuture<Lease> second = lock.acquireAsync();
    first.close();
    first.close(); // and once more: it is not the second one's
    test.advance(LEASE.multipliedBy(5));
    assertTrue(second.join().isHeld());
    assertTrue(theirs.tryAcquire().isEmpty());
  }

  // The renewal was armed after the unlock that should have ended it, and kept a lock of nobody.
  @Test
  void redisson6844_nothingIsRenewedAfterTheRelease() throws InterruptedException {
    for (int round = 0; round < 50; round++) {
      CompletableFuture<Lease> asked = lock.acquireAsync();
      asked.join().close();
    }
    assertFalse(mine.inspect("a").isHeld());
    test.advance(LEASE.multipliedBy(2));
    assertTrue(theirs.tryAcquire().isPresent());
  }

  // A keep-alive that threw once was never scheduled again.
  @Test
  void shedLock_keepAliveSurvivesAFailure() throws InterruptedException {
    Lease lease = acquire();
    for (int round = 0; round < 5; round++) {
      test.cutStore();
      test.advance(Duration.ofSeconds(4));
      test.healStore();
      test.advance(Duration.ofSeconds(4));
    }
    assertTrue(lease.isHeld());
    assertEquals(List.of(), told);
  }

  // A renewal whose reply was lost was taken for a lost lock, and a live lock was given up.
  @Test
  void dynamoLock280_aRenewalWithoutAnswerIsNotALoss() throws InterruptedException {
    Lease lease = acquire();
    test.cutStore();
    test.advance(Duration.ofSeconds(8));
    assertTrue(lease.isHeld());
    assertEquals(List.of(), told);
    test.healStore();
    test.advance(LEASE.multipliedBy(2));
    assertTrue(lease.isHeld());
  }

  // ---- acquiring ----

  // The client sent an acquire again after a timeout, and the holder's count was two for one lock.
  @Test
  void redisson7367_anAcquireThatIsRepeatedIsReleasedOnce() {
    test.cutStore();
    CompletableFuture<Lease> asked = lock.acquireAsync();
    test.advance(Duration.ofSeconds(3)); // it is asked again and again
    test.healStore();
    test.advance(Duration.ofSeconds(1));
    asked.join().close();
    assertTrue(theirs.tryAcquire().isPresent());
  }

  // Likewise: after a retry one unlock was not enough, and the lock stayed with nobody.
  @Test
  void redisson4109_oneUnlockIsEnoughAfterATroubledLock() {
    Lock view = lock.asLock();
    test.cutStore();
    assertThrows(StoreException.class, view::tryLock);
    test.healStore();
    test.advance(Duration.ofSeconds(3));
    assertTrue(view.tryLock());
    view.unlock();
    assertTrue(theirs.tryAcquire().isPresent());
    assertThrows(IllegalMonitorStateException.class, view::unlock);
  }

  // A thread interrupted in tryLock left a lock behind that was renewed for ever.
  @Test
  void redisson2714_anInterruptedAcquireLeavesNoHold() throws InterruptedException {
    interruptWhileItWaits(lock);
  }

  // The same with a wait time.
  @Test
  void redisson4368_anInterruptedWaitLeavesNoPlace() throws InterruptedException {
    Lease held = theirs.tryAcquire().orElseThrow();
    AtomicBoolean interrupted = new AtomicBoolean();
    Thread waiting =
        new Thread(
            () -> {
              Thread.currentThread().interrupt();
              try {
                Optional<Lease> unused = lock.tryAcquire(Duration.ofHours(1));
              } catch (InterruptedException expected) {
                interrupted.set(true);
              }
            });
    waiting.start();
    waiting.join();
    assertTrue(interrupted.get());
    assertEquals(List.of(), mine.inspect("a").waiters());
    held.close();
    assertFalse(mine.inspect("a").isHeld());
  }

  // Cancelling the future of an asynchronous lock did not cancel the lock.
  @Test
  void redisson5358_aCancelledFutureLeavesNoHold() {
    Lease held = theirs.tryAcquire().orElseThrow();
    CompletableFuture<Lease> asked = lock.acquireAsync();
    assertTrue(asked.cancel(true));
    held.close();
    test.advance(LEASE);
    assertFalse(mine.inspect("a").isHeld());
  }

  // The wait time did not count while the server was away: a bounded wait took minutes.
  @Test
  void redisson2801_theWaitIsBoundedWhileTheStoreIsSilent() {
    test.cutStore();
    CompletableFuture<Optional<Lease>> asked = lock.tryAcquireAsync(Duration.ofSeconds(2));
    test.advance(Duration.ofSeconds(2));
    assertThrows(CompletionException.class, asked::join);
  }

  // Likewise when the server went away while the thread waited.
  @Test
  void redisson3121_theWaitIsBoundedWhenTheStoreFallsSilent() {
    Lease held = theirs.tryAcquire().orElseThrow();
    CompletableFuture<Optional<Lease>> asked = lock.tryAcquireAsync(Duration.ofSeconds(6));
    test.advance(Duration.ofSeconds(3));
    test.cutStore();
    test.advance(Duration.ofSeconds(3));
    assertTrue(asked.isDone());
    assertTrue(held.isHeld());
  }

  // The budget of a timed wait was spent anew by each of its steps, up to three times in all.
  @Test
  void springIntegration_oneBudgetCoversAllSteps() {
    Lease held = theirs.tryAcquire().orElseThrow();
    CompletableFuture<Optional<Lease>> asked = lock.tryAcquireAsync(Duration.ofSeconds(6));
    test.advance(Duration.ofSeconds(2));
    test.cutStore();
    test.advance(Duration.ofSeconds(2));
    test.healStore();
    test.advance(Duration.ofMillis(1_999));
    assertFalse(asked.isDone());
    test.advance(Duration.ofMillis(1));
    assertEquals(Optional.empty(), asked.join());
    assertTrue(held.isHeld());
  }

  // An interrupt was swallowed or reported as a failure to reach the store.
  @Test
  void springIntegration11409_anInterruptIsAnInterrupt() {
    Thread.currentThread().interrupt();
    assertThrows(InterruptedException.class, lock::acquire);
    assertFalse(Thread.currentThread().isInterrupted());
    Thread.currentThread().interrupt();
    Lease lease = lock.acquireUninterruptibly();
    assertTrue(Thread.currentThread().isInterrupted());
    lease.close();
    assertTrue(Thread.interrupted());
    assertTrue(theirs.tryAcquire().isPresent());
  }

  // The body of a context manager ran although the lock had not been acquired.
  @Test
  void redisPy621_theBodyDoesNotRunWithoutTheLock() throws InterruptedException {
    Lease held = theirs.tryAcquire().orElseThrow();
    AtomicBoolean ran = new AtomicBoolean();
    assertFalse(lock.tryRun(lease -> ran.set(true)));
    assertFalse(ran.get());
    assertTrue(held.isHeld());
  }

  // ---- loss ----

  // The lock was gone from the server, and its holder worked on without ever hearing of it.
  @Test
  void redisson4698_theHolderIsToldOfALoss() throws InterruptedException {
    Lease lease = acquire();
    assertTrue(other.breakHold("a"));
    assertEquals(List.of(Loss.Kind.BROKEN), told);
    assertThrows(LeaseLostException.class, lease::close);
  }

  // The session was over, and the thread that believed in the lock was not told.
  @Test
  void curator206_theHolderIsToldWhenItsTimeIsOver() throws InterruptedException {
    Lease lease = acquire();
    test.cutStore();
    test.advance(LEASE);
    assertEquals(List.of(Loss.Kind.EXPIRED), told);
    assertThrows(LeaseLostException.class, lease::close);
  }

  // What an earlier session had left in the store was taken for the new session's lock.
  @Test
  void curator604_whatIsLeftOfAnEarlierClientIsNotOurs() {
    test.pause(other);
    Lease orphan = lock.tryAcquire().orElseThrow();
    test.pause(mine);
    Holdfast restarted = test.newClient("test", OPTIONS); // the same name, another life
    assertTrue(restarted.mutex("a").tryAcquire().isEmpty());
    test.advance(LEASE);
    Lease lease = restarted.mutex("a").tryAcquire().orElseThrow();
    test.resume(mine);
    assertFalse(orphan.isHeld());
    assertTrue(lease.isHeld());
  }

  // A release during a connection loss left a state in which later acquires could not succeed.
  @Test
  void curator678_aReleaseWithoutTheStoreDoesNotSpoilTheNextAcquire() throws InterruptedException {
    Lease lease = acquire();
    test.cutStore();
    lease.close();
    CompletableFuture<Lease> again = lock.acquireAsync();
    test.advance(Duration.ofSeconds(2));
    assertFalse(again.isDone());
    test.healStore();
    test.advance(Duration.ofSeconds(2));
    assertTrue(again.join().isHeld());
    assertTrue(again.join().token() > lease.token());
  }

  // By default the lock was deleted at the end without asking whose it was by then.
  @Test
  void shedLock_aLateReleaseDoesNotFreeTheNextHolder() throws InterruptedException {
    Lease late = acquire();
    test.pause(mine);
    test.advance(LEASE);
    Lease next = theirs.tryAcquire().orElseThrow();
    assertThrows(LeaseLostException.class, late::close);
    test.resume(mine);
    assertTrue(lock.tryAcquire().isEmpty());
    assertTrue(next.isHeld());
  }

  // ---- waiting ----

  // A waiter missed the message of the unlock and slept for the rest of the lease.
  @Test
  void redisson5761_aWaiterThatMissesTheMessageGoesOnSoon() {
    missTheMessage();
  }

  // Likewise, with the subscription lost in a reconnection.
  @Test
  void redisson3891_aWaiterThatWasCutOffGoesOnSoon() {
    Lease held = theirs.tryAcquire().orElseThrow();
    CompletableFuture<Lease> waiting = lock.acquireAsync();
    test.cutStore();
    held.close();
    test.advance(Duration.ofSeconds(1));
    test.healStore();
    test.advance(Duration.ofSeconds(3));
    assertTrue(waiting.join().isHeld());
  }

  // A wake-up was lost between looking and waiting, and the waiter hung.
  @Test
  void curator527_aReleaseThatIsMissedIsNotTheLastWord() {
    missTheMessage();
  }

  // Every waiting thread took a subscription until there was none left for the unlocking one.
  @Test
  void redisson4216_aThousandWaitersAreOnePlaceInTheStore() {
    thousandWaiters();
  }

  // Likewise: subscriptions that timed out were not given back.
  @Test
  void redisson5046_waitersThatGiveUpLeaveNothing() {
    Lease held = theirs.tryAcquire().orElseThrow();
    List<CompletableFuture<Optional<Lease>>> waiting = new ArrayList<>();
    for (int i = 0; i < 1_000; i++) {
      waiting.add(lock.tryAcquireAsync(Duration.ofSeconds(1)));
    }
    test.advance(Duration.ofSeconds(1));
    waiting.forEach(each -> assertEquals(Optional.empty(), each.join()));
    assertEquals(List.of(), mine.inspect("a").waiters());
    held.close();
    assertTrue(lock.tryAcquire().isPresent());
  }

  // A client that died in the queue of a fair lock blocked everybody behind it.
  @Test
  void redisson1104_aDeadWaiterDoesNotBlockTheQueue() {
    deadWaiters(1);
  }

  // Each dead waiter added its timeout, so the queue stood for the sum of them.
  @Test
  void redisson3730_deadWaitersDoNotAddUp() {
    deadWaiters(20);
  }

  // A waiter that had timed out stayed in the queue and got the lock that it did not want.
  @Test
  void redisson6150_aWaiterThatTimedOutIsNotGranted() {
    Lease held = theirs.tryAcquire().orElseThrow();
    CompletableFuture<Optional<Lease>> gone = lock.tryAcquireAsync(Duration.ofSeconds(1));
    Holdfast third = test.newClient("third", OPTIONS);
    CompletableFuture<Lease> waiting = third.mutex("a").acquireAsync();
    test.advance(Duration.ofSeconds(1));
    assertEquals(Optional.empty(), gone.join());
    held.close();
    assertTrue(waiting.join().isHeld());
  }

  // Keys of locks and queues stayed on the server after all their users had gone.
  @Test
  void redisson6510_nothingIsLeftInTheStore() throws InterruptedException {
    for (int i = 0; i < 100; i++) {
      Lease lease = mine.mutex("name" + i).acquire();
      CompletableFuture<Lease> waiting = other.mutex("name" + i).acquireAsync();
      if (i % 2 == 0) {
        assertTrue(waiting.cancel(true));
      } else {
        CompletableFuture<Void> unused = waiting.thenAccept(Lease::close);
      }
      lease.close();
    }
    assertEquals(List.of(), mine.names(1_000));
  }

  // A waiter that had been abandoned got the lock later, and nobody released it.
  @Test
  void jetcd291_anAbandonedWaiterDoesNotGetTheLock() {
    Lease held = theirs.tryAcquire().orElseThrow();
    CompletableFuture<Lease> abandoned = lock.acquireAsync();
    test.cutStore();
    assertTrue(abandoned.cancel(true)); // the store cannot hear of it yet
    test.advance(Duration.ofSeconds(1));
    test.healStore();
    held.close();
    test.advance(Duration.ofSeconds(5));
    assertFalse(mine.inspect("a").isHeld());
  }

  // A lock was granted to a waiter whose lease had run out in the queue.
  @Test
  void etcd11456_aPlaceThatExpiredIsNotGranted() {
    Lease held = theirs.tryAcquire().orElseThrow();
    CompletableFuture<Lease> waiting = lock.acquireAsync();
    test.pause(mine);
    test.advance(LEASE.multipliedBy(2));
    held.close();
    assertFalse(other.inspect("a").isHeld());
    test.resume(mine);
    test.advance(Duration.ofSeconds(3));
    assertTrue(waiting.join().isHeld());
  }

  // ---- what several of them share ----

  private Lease acquire() throws InterruptedException {
    Lease lease = lock.acquire();
    lease.onLost(loss -> told.add(loss.kind()));
    return lease;
  }

  private void interruptWhileItWaits(DistributedLock wanted) throws InterruptedException {
    Lease held = theirs.tryAcquire().orElseThrow();
    AtomicBoolean interrupted = new AtomicBoolean();
    Thread waiting =
        new Thread(
            () -> {
              try {
                wanted.acquire().close();
              } catch (InterruptedException expected) {
                interrupted.set(true);
              }
            });
    waiting.start();
    while (mine.inspect("a").waiters().isEmpty()) {
      Thread.onSpinWait();
    }
    waiting.interrupt();
    waiting.join();
    assertTrue(interrupted.get());
    assertEquals(List.of(), mine.inspect("a").waiters());
    held.close();
    assertFalse(mine.inspect("a").isHeld());
  }

  private void missTheMessage() {
    Lease held = theirs.tryAcquire().orElseThrow();
    CompletableFuture<Lease> waiting = lock.acquireAsync();
    test.pause(mine);
    held.close();
    test.resume(mine);
    test.advance(Duration.ofSeconds(2));
    assertTrue(waiting.join().isHeld());
  }

  private void thousandWaiters() {
    Lease held = theirs.tryAcquire().orElseThrow();
    List<CompletableFuture<Lease>> waiting = new ArrayList<>();
    for (int i = 0; i < 1_000; i++) {
      waiting.add(lock.acquireAsync());
    }
    assertEquals(1, mine.inspect("a").waiters().size());
    held.close();
    waiting.forEach(each -> each.join().close());
    assertFalse(mine.inspect("a").isHeld());
  }

  private void deadWaiters(int count) {
    Lease held = theirs.tryAcquire().orElseThrow();
    for (int i = 0; i < count; i++) {
      Holdfast dead = test.newClient("dead" + i, OPTIONS);
      CompletableFuture<Lease> unused = dead.mutex("a").acquireAsync();
      test.pause(dead);
    }
    CompletableFuture<Lease> waiting = lock.acquireAsync();
    held.close();
    test.advance(Duration.ofSeconds(10)); // two claim windows and one place, whatever their number
    assertTrue(waiting.isDone());
  }
}
