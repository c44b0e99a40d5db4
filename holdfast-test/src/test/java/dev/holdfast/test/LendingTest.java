package dev.holdfast.test;

import static dev.holdfast.test.Now.got;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.holdfast.Holdfast;
import dev.holdfast.Lease;
import dev.holdfast.LockOptions;
import dev.holdfast.spi.KeepAlive;
import dev.holdfast.test.WiredStore.Wire;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.Test;

/** When a hold passes on to the next waiter of the same client, and when it is given up. */
class LendingTest {
  private static final LockOptions NINE = LockOptions.defaults().lease(Duration.ofSeconds(9));

  private final Workbench bench = new Workbench();
  private final WiredStore store = bench.store;
  private final Holdfast client = bench.client("mine");
  private final Holdfast other = bench.client("other");

  private CompletableFuture<Lease> wait(LockOptions options) {
    return client.mutex("a", options).acquireAsync();
  }

  /** Whether a lease is lent to the next waiter, and not asked for anew. */
  private boolean isLent(Lease lease, CompletableFuture<Lease> next) {
    store.forget();
    lease.close();
    boolean lent = next.isDone() && store.asked() == 0;
    assertEquals(lent ? 0 : 1, store.releases.size());
    return lent;
  }

  @Test
  void aLentLeaseHasTheNextTokenAndTheDeadlineThatStands() {
    Lease lease = got(wait(NINE));
    CompletableFuture<Lease> next = wait(NINE);
    bench.advance(1_000);
    assertTrue(isLent(lease, next));
    assertEquals(lease.token() + 1, got(next).token());
    assertEquals(Duration.ofMillis(7_820), got(next).remaining());
  }

  @Test
  void aRenewalBetweenTwoLendsRepeatsNoToken() {
    Lease lease = got(wait(NINE));
    for (int i = 1; i < 6; i++) {
      bench.advance(2_000);
      CompletableFuture<Lease> next = wait(NINE);
      assertTrue(isLent(lease, next));
      assertEquals(lease.token() + 1, got(next).token());
      lease = got(next);
    }
  }

  @Test
  void aBorrowerNeedsExactlyAThirdOfItsLeaseToBeCertain() {
    Lease lease = got(wait(NINE));
    CompletableFuture<Lease> second = wait(NINE);
    CompletableFuture<Lease> third = wait(NINE);
    store.wire = Wire.CUT;
    bench.advance(5_820);
    store.wire = Wire.WELL;
    assertTrue(isLent(lease, second), "three seconds are left");
    bench.advance(0);
    lease = got(second);
    store.wire = Wire.CUT;
    bench.advance(5_821);
    store.wire = Wire.WELL;
    assertFalse(isLent(lease, third), "a millisecond less");
  }

  @Test
  void aLentHoldHearsFromItsStoreEachTwoSeconds() {
    Lease lease = got(wait(NINE));
    CompletableFuture<Lease> next = wait(NINE);
    bench.advance(1_000);
    assertTrue(isLent(lease, next));
    bench.advance(999);
    assertEquals(0, store.asked());
    bench.advance(1);
    assertEquals(1, store.keepAlives.size());
    bench.advance(2_000);
    assertEquals(2, store.keepAlives.size());
  }

  @Test
  void lendingPutsNoRenewalOff() {
    LockOptions eighteen = LockOptions.defaults().lease(Duration.ofSeconds(18));
    LockOptions three = LockOptions.defaults().lease(Duration.ofSeconds(3));
    Lease lease = got(wait(three));
    CompletableFuture<Lease> next = wait(eighteen);
    // It has less than a third of its own lease, so it asks anew.
    assertFalse(isLent(lease, next));
    Lease long_ = got(next);
    CompletableFuture<Lease> short_ = wait(three);
    assertTrue(isLent(long_, short_));
    bench.advance(999);
    assertEquals(0, store.asked());
    bench.advance(1);
    assertEquals(1, store.keepAlives.size(), "by the terms of whoever has it now");
    CompletableFuture<Lease> last = wait(eighteen);
    assertTrue(isLent(got(short_), last) || got(last).isHeld());
  }

  @Test
  void aBorrowerNeedsAThirdOfItsLease() {
    LockOptions twentySeven = LockOptions.defaults().lease(Duration.ofSeconds(27));
    Lease lease = got(wait(NINE));
    CompletableFuture<Lease> next = wait(twentySeven);
    assertFalse(isLent(lease, next), "8.82 s are less than 9 s");
    CompletableFuture<Lease> third = wait(NINE);
    assertTrue(isLent(got(next), third));
  }

  @Test
  void whatEndsWithItsOwnLeaseIsNotBorrowed() {
    Lease lease = got(wait(NINE));
    CompletableFuture<Lease> next = wait(NINE.renew(false));
    assertFalse(isLent(lease, next));
    CompletableFuture<Lease> third = wait(NINE.holdAtLeast(Duration.ofSeconds(1)));
    assertFalse(isLent(got(next), third));
    assertTrue(got(third).isHeld());
  }

  @Test
  void aHoldThatIsRenewedNeverIsLentToALeaseThatIs() {
    Lease lease = got(wait(NINE.renew(false)));
    CompletableFuture<Lease> next = wait(NINE);
    assertTrue(isLent(lease, next));
    bench.advance(2_000);
    assertEquals(1, store.keepAlives.size());
    bench.advance(60_000);
    assertTrue(got(next).isHeld());
  }

  @Test
  void aRequestWithALockDelayBorrowsNothing() {
    LockOptions delayed = NINE.lockDelay(Duration.ofSeconds(1));
    Lease lease = got(wait(NINE));
    CompletableFuture<Lease> next = wait(delayed);
    assertFalse(isLent(lease, next));
    CompletableFuture<Lease> third = wait(delayed);
    assertFalse(isLent(got(next), third));
    CompletableFuture<Lease> without = wait(NINE);
    assertTrue(isLent(got(third), without), "after a clean release nothing is to be kept");
  }

  @Test
  void theBudgetInTimeBeginsWhenAnotherClientIsHeardOf() {
    LockOptions options = NINE.lendingBudget(100, Duration.ofMillis(20));
    Lease lease = got(wait(options));
    CompletableFuture<Lease> second = wait(options);
    CompletableFuture<Lease> third = wait(options);
    CompletableFuture<Lease> fourth = wait(options);
    bench.advance(500);
    CompletableFuture<Lease> theirs = other.mutex("a").acquireAsync();
    bench.advance(10);
    lease.close();
    bench.advance(9);
    got(second).close();
    assertTrue(third.isDone());
    bench.advance(1);
    got(third).close();
    assertFalse(fourth.isDone());
    assertTrue(got(theirs).isHeld());
  }

  @Test
  void theBudgetBeginsOnceAndNotWithEachWordOfAWaiter() {
    LockOptions options = NINE.lendingBudget(100, Duration.ofMillis(20));
    Lease lease = got(wait(options));
    CompletableFuture<Lease> second = wait(options);
    CompletableFuture<Lease> third = wait(options);
    CompletableFuture<Lease> theirs = other.mutex("a").acquireAsync();
    bench.advance(15);
    lease.ensure(Duration.ofMillis(8_820)); // the answer says it again
    lease.close();
    bench.advance(5);
    got(second).close();
    assertFalse(third.isDone());
    assertTrue(got(theirs).isHeld());
  }

  @Test
  void theGrantItselfSaysThatAnotherClientWaits() {
    // A third of it is less than the claim window, so it could be lent as it is.
    LockOptions options =
        LockOptions.defaults().lease(Duration.ofSeconds(6)).lendingBudget(0, Duration.ofSeconds(1));
    Lease held = other.mutex("a").tryAcquire().orElseThrow();
    CompletableFuture<Lease> handed = wait(options);
    CompletableFuture<Lease> next = wait(options);
    CompletableFuture<Lease> theirs = bench.client("third").mutex("a").acquireAsync();
    held.close();
    store.pushing = false;
    got(handed).close();
    store.pushing = true;
    bench.advance(3_000);
    assertTrue(got(theirs).isHeld(), "it was not passed over");
    assertFalse(next.isDone());
  }

  @Test
  void aRenewalSaysThatAnotherClientWaitsAndThatNoneDoesAnyMore() {
    LockOptions options = NINE.lendingBudget(0, Duration.ofSeconds(1));
    Lease lease = got(wait(options));
    CompletableFuture<Lease> second = wait(options);
    CompletableFuture<Lease> third = wait(options);
    store.pushing = false;
    CompletableFuture<Lease> theirs = other.mutex("a").acquireAsync();
    assertTrue(isLent(lease, second), "nobody has said so yet");
    lease = got(second);
    bench.advance(2_000);
    assertTrue(theirs.cancel(true));
    assertFalse(isLent(lease, third));
    lease = got(third);
    CompletableFuture<Lease> again = other.mutex("a").acquireAsync();
    bench.advance(3_000);
    assertTrue(again.cancel(true));
    bench.advance(3_000);
    assertTrue(isLent(lease, wait(options)), "they have gone");
  }

  /** Such an answer crosses the push, which comes once. */
  @Test
  void anAnswerFromBeforeARecallDoesNotUndoIt() {
    LockOptions options = NINE.lendingBudget(0, Duration.ofSeconds(1));
    Lease lease = got(wait(options));
    CompletableFuture<Lease> next = wait(options);
    store.wire = Wire.SLOW;
    bench.advance(3_000);
    store.wire = Wire.WELL;
    CompletableFuture<Lease> theirs = other.mutex("a").acquireAsync();
    store.deliver();
    assertFalse(isLent(lease, next));
    assertTrue(got(theirs).isHeld());
  }

  @Test
  void aRecallThatOvertakesTheGrantIsNotForgotten() {
    LockOptions options = NINE.lendingBudget(0, Duration.ofSeconds(1));
    store.wire = Wire.SLOW;
    CompletableFuture<Lease> mine = wait(options);
    CompletableFuture<Lease> theirs = other.mutex("a").acquireAsync();
    store.deliver();
    store.wire = Wire.WELL;
    CompletableFuture<Lease> next = wait(options);
    got(mine).close();
    assertTrue(got(theirs).isHeld());
    assertFalse(next.isDone());
  }

  @Test
  void zeroLendsGiveTheHoldUpAtOnce() {
    LockOptions options = NINE.lendingBudget(0, Duration.ofSeconds(1));
    Lease lease = got(wait(options));
    CompletableFuture<Lease> next = wait(options);
    CompletableFuture<Lease> theirs = other.mutex("a").acquireAsync();
    lease.close();
    assertTrue(got(theirs).isHeld());
    assertFalse(next.isDone());
  }

  @Test
  void halfOfAStampsTokensGoneAsksForAFreshOneAndTheLastWaitsForIt() {
    Lease lease = got(wait(NINE));
    long first = lease.token();
    store.wire = Wire.SLOW;
    for (int i = 1; i < 4_095; i++) {
      CompletableFuture<Lease> next = wait(NINE);
      assertTrue(isLent(lease, next), "lend " + i);
      lease = got(next);
      assertEquals(first + i, lease.token());
      bench.advance(0);
      assertEquals(i == 2_048 ? 1 : 0, store.keepAlives.size(), "lend " + i);
      if (i == 2_048) {
        assertTrue(((KeepAlive.Hold) store.keepAlives.get(0).get(0)).newStamp());
      }
    }
    CompletableFuture<Lease> next = wait(NINE);
    store.forget();
    lease.close();
    assertFalse(next.isDone(), "the last token is for a holder who becomes a reader");
    assertEquals(0, store.asked(), "the new stamp is on its way");
    store.deliver();
    assertEquals(first + 4_095, got(next).token(), "no token is passed over");
  }

  @Test
  void aHoldWithoutTokensEndsIfNoStampIsOnItsWay() {
    Lease lease = got(wait(NINE));
    lease = lend(lease, 2_046);
    store.wire = Wire.SLOW;
    bench.advance(2_000); // asked for before half of the tokens were gone, and answered late
    assertFalse(((KeepAlive.Hold) store.keepAlives.get(0).get(0)).newStamp());
    lease = lend(lease, 2_048);
    CompletableFuture<Lease> next = wait(NINE);
    store.forget();
    lease.close();
    assertEquals(0, store.asked());
    store.deliver();
    assertEquals(1, store.releases.size(), "that was no new stamp");
    store.deliver();
    store.deliver();
    assertTrue(got(next).token() > lease.token());
  }

  @Test
  void whoWaitsForANewStampIsToldIfTheStoreRefusesIt() {
    Lease lease = got(wait(NINE));
    lease = lend(lease, 4_094);
    store.wire = Wire.REFUSED;
    CompletableFuture<Lease> next = wait(NINE);
    lease.close();
    bench.advance(1_000);
    assertTrue(next.isCompletedExceptionally());
  }

  @Test
  void aLingeringHoldWithoutTokensWaitsForItsNewStamp() {
    LockOptions lingering = NINE.linger(Duration.ofSeconds(9));
    store.slowKeepAlives = true;
    long last = 0;
    for (int i = 0; i < 4_095; i++) {
      Lease lease = got(wait(lingering));
      last = lease.token();
      lease.close();
      bench.advance(0);
    }
    store.forget();
    CompletableFuture<Lease> next = wait(lingering);
    assertFalse(next.isDone());
    store.deliver();
    assertEquals(last + 1, got(next).token());
    assertEquals(0, store.asked());
  }

  @Test
  void aRenewalThatIsDueAfterHalfOfTheTokensAsksForAFreshStampToo() {
    Lease lease = got(wait(NINE));
    for (int i = 1; i < 2_048; i++) {
      CompletableFuture<Lease> next = wait(NINE);
      lease.close();
      lease = got(next);
    }
    store.forget();
    bench.advance(2_000);
    assertTrue(((KeepAlive.Hold) store.keepAlives.get(0).get(0)).newStamp());
    bench.advance(2_000);
    assertFalse(((KeepAlive.Hold) store.keepAlives.get(1).get(0)).newStamp());
    assertTrue(lease.isHeld());
  }

  @Test
  void aFreshStampLengthensTheLendingByAllStampsSinceTheLast() {
    Lease lease = got(wait(NINE));
    long first = lease.token();
    bench.advance(1);
    lease = lend(lease, 2_048);
    bench.advance(0); // the renewal that asks for a fresh stamp, 1,000 µs after the first
    assertEquals(1, store.keepAlives.size());
    lease = lend(lease, 4_096);
    assertEquals(first + 2_048 + 4_096, lease.token(), "no token is passed over");
    bench.advance(0);
    assertEquals(1, store.keepAlives.size(), "half of a thousand stamps will do for long");
    CompletableFuture<Lease> theirs = other.mutex("a").acquireAsync();
    lease.close();
    assertTrue(got(theirs).token() > first + 2_048 + 4_096);
  }

  private Lease lend(Lease lease, int times) {
    Lease last = lease;
    for (int i = 0; i < times; i++) {
      CompletableFuture<Lease> next = wait(NINE);
      last.close();
      last = got(next);
    }
    return last;
  }
}
