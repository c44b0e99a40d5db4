package dev.holdfast.test;

import static dev.holdfast.test.Now.got;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.holdfast.Holdfast;
import dev.holdfast.Lease;
import dev.holdfast.LockOptions;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.Test;

/** A hold that is kept for the client's next acquire, until somebody else wants it. */
class LingeringTest {
  private static final LockOptions LINGERING =
      LockOptions.defaults().lease(Duration.ofSeconds(9)).linger(Duration.ofSeconds(20));

  private final Workbench bench = new Workbench();
  private final WiredStore store = bench.store;
  private final Holdfast client = bench.client("mine");
  private final Holdfast other = bench.client("other");

  private Lease acquire() {
    return client.mutex("a", LINGERING).tryAcquire().orElseThrow();
  }

  @Test
  void aLingeringHoldHearsFromItsStoreEachTwoSecondsAndEndsInTime() {
    acquire().close();
    store.forget();
    bench.advance(1_999);
    assertEquals(0, store.asked());
    bench.advance(1);
    assertEquals(1, store.keepAlives.size());
    bench.advance(17_999);
    assertEquals(0, store.releases.size());
    assertTrue(client.inspect("a").isHeld());
    bench.advance(1);
    assertEquals(1, store.releases.size());
    assertFalse(client.inspect("a").isHeld());
  }

  @Test
  void theNextAcquireOfTheClientIsFreeAndATryToo() {
    acquire().close();
    store.forget();
    CompletableFuture<Lease> again = client.mutex("a", LINGERING).acquireAsync();
    got(again).close();
    Lease tried = acquire();
    assertEquals(0, store.asked());
    assertTrue(tried.token() > got(again).token());
  }

  @Test
  void lingeringCountsFromTheLastRelease() {
    Lease lease = acquire();
    bench.advance(15_000);
    lease.close();
    bench.advance(19_999);
    assertTrue(client.inspect("a").isHeld());
    bench.advance(1);
    assertFalse(client.inspect("a").isHeld());
  }

  @Test
  void aRecallEndsItAtOnce() {
    acquire().close();
    CompletableFuture<Lease> theirs = other.mutex("a").acquireAsync();
    assertTrue(got(theirs).isHeld());
  }

  @Test
  void aRecallThatWasLostIsHeardWithTheNextRenewal() {
    acquire().close();
    store.pushing = false;
    CompletableFuture<Lease> theirs = other.mutex("a").acquireAsync();
    assertFalse(theirs.isDone());
    store.pushing = true;
    bench.advance(2_000);
    assertTrue(got(theirs).isHeld());
  }

  @Test
  void whatOthersWaitForDoesNotLinger() {
    Lease lease = acquire();
    CompletableFuture<Lease> theirs = other.mutex("a").acquireAsync();
    lease.close();
    assertTrue(got(theirs).isHeld());
  }

  @Test
  void aHoldThatIsNotRenewedDoesNotLinger() {
    client.mutex("a", LINGERING.renew(false)).tryAcquire().orElseThrow().close();
    assertFalse(client.inspect("a").isHeld());
  }

  @Test
  void theTermsOfTheLastLeaseCount() {
    acquire().close();
    client.mutex("a").tryAcquire().orElseThrow().close();
    assertFalse(client.inspect("a").isHeld(), "the last one does not linger");
  }

  @Test
  void aLingeringHoldThatIsLostIsNobodysLoss() {
    acquire().close();
    assertTrue(other.breakHold("a"));
    assertEquals(0, bench.told.size());
    assertEquals(Optional.empty(), other.inspect("a").hold());
    assertTrue(acquire().isHeld());
  }
}
