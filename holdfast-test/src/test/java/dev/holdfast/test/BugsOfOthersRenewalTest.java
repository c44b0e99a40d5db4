package dev.holdfast.test;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.holdfast.Holdfast;
import dev.holdfast.Lease;
import dev.holdfast.LeaseLostException;
import dev.holdfast.Loss;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.Test;

/** Bugs of others: renewals that stop or never end, and losses that nobody is told of. */
class BugsOfOthersRenewalTest extends BugsOfOthers {
  // The renewal of a lock stopped while it was held, so it expired under its holder.
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

  // A thread had taken the lock after another of the same client, and at its unlock held nothing.
  @Test
  void redisson6844_releasingOneLeaseDoesNotStopTheRenewalOfTheNext() throws InterruptedException {
    Lease first = acquire();
    CompletableFuture<Lease> second = lock.acquireAsync();
    first.close();
    first.close(); // and once more: it is not the second one's
    test.advance(LEASE.multipliedBy(5));
    assertTrue(second.join().isHeld());
    assertTrue(theirs.tryAcquire().isEmpty());
    second.join().close();
    assertTrue(theirs.tryAcquire().isPresent());
  }

  // The unlock ran before the callback that arms the renewal, which then kept a lock of nobody.
  @Test
  void redisson7272_aReleaseAtTheMomentOfTheGrantEndsTheRenewal() {
    for (int round = 0; round < 50; round++) {
      Lease held = theyHold();
      CompletableFuture<Void> released = lock.acquireAsync().thenAccept(Lease::close);
      held.close(); // the grant arrives, and what it completes releases at once
      released.join();
      assertFalse(other.inspect("a").isHeld());
      test.advance(LEASE);
      assertFalse(other.inspect("a").isHeld());
    }
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

  // A thread that had been interrupted ended without an unlock, and its lock was renewed for ever.
  @Test
  void redisson4368_aLeaseThatNobodyHasAnyMoreIsNotRenewedForEver() throws InterruptedException {
    Thread holder =
        new Thread(
            () -> {
              Lease unused = lock.tryAcquire().orElseThrow();
              Thread.currentThread().interrupt();
            });
    holder.start();
    holder.join();
    assertTrue(theirs.tryAcquire().isEmpty());
    while (other.inspect("a").isHeld()) {
      System.gc();
      test.advance(Duration.ofSeconds(1));
    }
  }

  // The lock was gone from the server, and its holder worked on without ever hearing of it.
  @Test
  void redisson4698_theHolderIsToldOfALoss() throws InterruptedException {
    Lease lease = acquire();
    assertTrue(other.breakHold("a"));
    assertEquals(List.of(Loss.Kind.BROKEN), told);
    assertFalse(lease.isHeld());
    assertThrows(LeaseLostException.class, lease::close);
  }

  // The session was over, another held the lock, and the thread that believed in it was not told.
  @Test
  void curator206_theHolderIsToldBeforeAnotherHolds() throws InterruptedException {
    Lease lease = acquire();
    test.cutStore();
    test.advance(LEASE);
    assertEquals(List.of(Loss.Kind.EXPIRED), told);
    test.healStore();
    assertTrue(theirs.tryAcquire().isPresent());
    assertThrows(LeaseLostException.class, lease::close);
  }

  // After a reconnection the record of the old session, about to be deleted, was taken for a lock.
  @Test
  void curator604_whatIsLeftOfTheFormerHoldIsNoGrant() throws InterruptedException {
    Lease former = acquire();
    test.cutStore();
    test.advance(LEASE.minusMillis(100)); // over for the client, not yet for the store
    assertFalse(former.isHeld());
    test.healStore();
    CompletableFuture<Lease> asked = lock.acquireAsync();
    test.advance(Duration.ofSeconds(1));
    Lease lease = asked.join();
    assertTrue(lease.token() > former.token());
    test.advance(LEASE.multipliedBy(2));
    assertTrue(lease.isHeld());
    assertTrue(theirs.tryAcquire().isEmpty());
  }

  // Likewise over a restart: the new process, of the same name, finds the hold of the old one.
  @Test
  void curator604_whatIsLeftOfAnEarlierProcessIsNotOurs() {
    test.pause(other);
    Lease orphan = lock.tryAcquire().orElseThrow();
    test.pause(mine);
    Holdfast restarted = test.newClient("test", OPTIONS);
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
    Lease next = theyHold();
    assertThrows(LeaseLostException.class, late::close);
    test.resume(mine);
    assertTrue(lock.tryAcquire().isEmpty());
    assertTrue(next.isHeld());
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
}
