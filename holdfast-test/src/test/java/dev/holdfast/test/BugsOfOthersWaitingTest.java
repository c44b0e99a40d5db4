package dev.holdfast.test;

import static java.util.concurrent.TimeUnit.SECONDS;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.holdfast.Holdfast;
import dev.holdfast.Lease;
import dev.holdfast.LockOptions;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.Test;

/** Bugs of others: wake-ups that are missed, and queues that stand or grant to nobody. */
class BugsOfOthersWaitingTest extends BugsOfOthers {
  // A waiter missed the message of the unlock and slept for the rest of the lease.
  @Test
  void redisson5761_aWaiterThatMissesTheMessageGoesOnSoon() throws Exception {
    UnreliableStore store = new UnreliableStore();
    try (store;
        Holdfast one = Holdfast.over(store);
        Holdfast two = Holdfast.over(store)) {
      Lease held = one.mutex("a").acquire();
      CompletableFuture<Lease> waiting = two.mutex("a").acquireAsync();
      store.losePushes();
      held.close();
      waiting.get(30, SECONDS).close();
    }
  }

  // The unlock came between looking and waiting; the wake-up found nobody, and the waiter hung.
  @Test
  void curator527_aGrantThatOvertakesTheAnswerIsNotMissed() throws Exception {
    UnreliableStore store = new UnreliableStore();
    try (store;
        Holdfast one = Holdfast.over(store);
        Holdfast two = Holdfast.over(store)) {
      Lease held = one.mutex("a").acquire();
      store.withhold();
      CompletableFuture<Lease> waiting = two.mutex("a").acquireAsync();
      held.close(); // the grant is pushed before the answer "you wait" has arrived
      store.deliver();
      waiting.get(30, SECONDS).close();
    }
  }

  // The connection that tells of unlocks was lost for a moment, and the unlock fell into it.
  @Test
  void redisson3891_aWaiterThatWasCutOffGoesOnSoon() {
    Lease held = theyHold();
    CompletableFuture<Lease> waiting = lock.acquireAsync();
    test.cutStore();
    held.close();
    test.advance(Duration.ofSeconds(1));
    test.healStore();
    test.advance(Duration.ofSeconds(3));
    assertTrue(waiting.join().isHeld());
  }

  // Every waiting thread took a part in a subscription until there was none left.
  @Test
  void redisson4216_aThousandWaitersAreOnePlaceInTheStore() {
    Lease held = theyHold();
    List<CompletableFuture<Lease>> waiting = new ArrayList<>();
    for (int i = 0; i < 1_000; i++) {
      waiting.add(lock.acquireAsync());
    }
    assertEquals(1, mine.inspect("a").waiters().size());
    held.close();
    waiting.forEach(each -> each.join().close());
    assertFalse(mine.inspect("a").isHeld());
  }

  // Likewise with many names: each had a subscription of its own.
  @Test
  void redisson5046_aThousandNamesAreWaitedForAtOnce() {
    List<Lease> held = new ArrayList<>();
    List<CompletableFuture<Lease>> waiting = new ArrayList<>();
    for (int i = 0; i < 1_000; i++) {
      held.add(other.mutex("name" + i).tryAcquire().orElseThrow());
      waiting.add(mine.mutex("name" + i).acquireAsync());
    }
    held.forEach(Lease::close);
    assertTrue(waiting.stream().allMatch(CompletableFuture::isDone), "told of each");
  }

  // Subscriptions of waits that timed out were never given back.
  @Test
  void redisson4064_waitsThatTimeOutLeaveNothing() {
    Lease held = theyHold();
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

  // Each short wait moved the timeouts of the queue on; a client that died was waited for for
  // hours.
  @Test
  void redisson1104_shortWaitsDoNotMakeADeadWaiterLastLonger() {
    Lease held = theyHold();
    Holdfast dead = test.newClient("dead", OPTIONS);
    for (int i = 0; i < 100; i++) {
      CompletableFuture<Optional<Lease>> mineToo = lock.tryAcquireAsync(Duration.ofMillis(500));
      CompletableFuture<Optional<Lease>> theirsToo =
          dead.mutex("a").tryAcquireAsync(Duration.ofMillis(500));
      test.advance(Duration.ofMillis(500));
      assertEquals(Optional.empty(), mineToo.join());
      assertEquals(Optional.empty(), theirsToo.join());
    }
    CompletableFuture<Lease> unused = dead.mutex("a").acquireAsync();
    test.pause(dead);
    CompletableFuture<Lease> waiting = lock.acquireAsync();
    held.close();
    test.advance(Duration.ofSeconds(5)); // a claim window and a look
    assertTrue(waiting.isDone());
  }

  // The holder let its lease expire without an unlock, and the queue was not moved on.
  @Test
  void redisson3730_aHolderThatNeverUnlocksIsFollowed() throws InterruptedException {
    LockOptions notRenewed = OPTIONS.renew(false);
    Holdfast third = test.newClient("third", OPTIONS);
    Lease first = mine.mutex("a", notRenewed).acquire();
    CompletableFuture<Lease> second = other.mutex("a", notRenewed).acquireAsync();
    CompletableFuture<Lease> last = third.mutex("a").acquireAsync();
    test.advance(LEASE.plusSeconds(2));
    assertFalse(first.isHeld());
    assertTrue(second.join().isHeld());
    test.advance(LEASE.plusSeconds(2));
    assertTrue(last.join().isHeld());
  }

  // Many clients died in the queue, and each delayed those behind it by its own timeout.
  @Test
  void redisson3202_deadWaitersDoNotAddUp() {
    Lease held = theyHold();
    for (int i = 0; i < 20; i++) {
      Holdfast dead = test.newClient("dead" + i, OPTIONS);
      CompletableFuture<Lease> unused = dead.mutex("a").acquireAsync();
      test.pause(dead);
    }
    CompletableFuture<Lease> waiting = lock.acquireAsync();
    held.close();
    test.advance(Duration.ofSeconds(10)); // two claim windows and one place, whatever their number
    assertTrue(waiting.isDone());
  }

  // An application died with its lock and its queue; when it came back it waited without an end.
  @Test
  void redisson6150_anApplicationThatComesBackIsServed() throws InterruptedException {
    Lease held = acquire();
    CompletableFuture<Lease> alsoMine = lock.acquireAsync();
    CompletableFuture<Lease> queued = theirs.acquireAsync();
    test.pause(mine);
    test.pause(other);
    CompletableFuture<Lease> again = test.newClient("test", OPTIONS).mutex("a").acquireAsync();
    test.advance(LEASE.plusSeconds(5)); // the lease, a claim window and a look
    assertTrue(again.join().isHeld());
    test.resume(mine);
    test.resume(other);
    assertFalse(held.isHeld() || alsoMine.isDone() || queued.isDone());
  }

  // A wait ended with an error of the store, and its place stayed in the queue.
  @Test
  void redisson5019_aWaitThatEndsWithoutTheStoreLeavesNoPlace() {
    Lease held = theyHold();
    CompletableFuture<Optional<Lease>> gone = lock.tryAcquireAsync(Duration.ofSeconds(1));
    Holdfast third = test.newClient("third", OPTIONS);
    CompletableFuture<Lease> waiting = third.mutex("a").acquireAsync();
    test.cutStore();
    test.advance(Duration.ofSeconds(1));
    assertTrue(gone.isDone());
    test.healStore();
    test.advance(Duration.ofSeconds(2));
    assertEquals(1, third.inspect("a").waiters().size());
    held.close();
    assertTrue(waiting.join().isHeld());
  }

  // A waiter that had been abandoned got the lock later, and nobody released it.
  @Test
  void jetcd291_anAbandonedWaiterDoesNotGetTheLock() {
    Lease held = theyHold();
    CompletableFuture<Lease> abandoned = lock.acquireAsync();
    test.cutStore();
    assertTrue(abandoned.cancel(true)); // the store cannot hear of it yet
    test.healStore();
    held.close();
    test.advance(Duration.ofSeconds(5));
    assertFalse(mine.inspect("a").isHeld());
  }

  // A lock was granted to a waiter whose lease had run out in the queue.
  @Test
  void etcd11456_aPlaceThatExpiredIsNotGranted() {
    Lease held = theyHold();
    CompletableFuture<Lease> waiting = lock.acquireAsync();
    test.pause(mine);
    test.advance(LEASE.multipliedBy(2));
    held.close();
    assertFalse(other.inspect("a").isHeld());
    test.resume(mine);
    test.advance(Duration.ofSeconds(3));
    assertTrue(waiting.join().isHeld());
  }
}
