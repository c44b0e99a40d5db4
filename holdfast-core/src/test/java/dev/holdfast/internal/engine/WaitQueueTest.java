package dev.holdfast.internal.engine;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.holdfast.Lease;
import dev.holdfast.StoreException;
import dev.holdfast.internal.engine.Waiter.Outcome;
import dev.holdfast.internal.hold.LockSettings;
import dev.holdfast.internal.locks.LeaseFuture;
import dev.holdfast.internal.runtime.Timers;
import java.util.concurrent.CompletionException;
import org.junit.jupiter.api.Test;

/** Local waiters: first come, first served, each until its own deadline. */
class WaitQueueTest {
  private final WaitQueue waiters = new WaitQueue();
  private final Effects fx = new Effects();

  private Waiter waits(long enqueuedAt, long deadline) {
    Waiter waiter = Waiter.parked(LockSettings.DEFAULTS, true, enqueuedAt, deadline);
    waiters.add(waiter);
    return waiter;
  }

  private static Outcome late() {
    return new Outcome.NotGranted("holder");
  }

  @Test
  void theFirstIsWhoCameFirst() {
    assertTrue(waiters.isEmpty());
    assertNull(waiters.first());
    Waiter first = waits(0, Timers.NEVER);
    Waiter second = waits(0, 5);
    assertFalse(waiters.isEmpty());
    assertSame(first, waiters.first());
    assertSame(first, waiters.takeFirst());
    assertSame(second, waiters.first());
    assertTrue(waiters.remove(second));
    assertFalse(waiters.remove(second));
    assertTrue(waiters.isEmpty());
  }

  @Test
  void aWaiterGoesAtItsDeadlineAndNoOtherDoes() {
    Waiter untimed = waits(0, Timers.NEVER);
    Waiter soon = waits(0, 10);
    Waiter later = waits(0, 20);
    assertEquals(10, waiters.dueAt());
    waiters.dismissLate(9, "holder", fx);
    assertNull(soon.outcome());
    waiters.dismissLate(10, "holder", fx);
    assertEquals(late(), soon.outcome());
    assertNull(later.outcome());
    assertEquals(20, waiters.dueAt());
    waiters.dismissLate(20, "holder", fx);
    assertEquals(late(), later.outcome());
    assertEquals(Timers.NEVER, waiters.dueAt());
    assertSame(untimed, waiters.first());
  }

  @Test
  void onlyUntimedWaitersHavePatience() {
    long patience = LockSettings.DEFAULTS.patienceNanos;
    waits(3, patience + 100);
    Waiter untimed = waits(7, Timers.NEVER);
    Waiter other = waits(5, Timers.NEVER);
    StoreException error = new StoreException("silent", null, true);
    waiters.troubled(error, 4, fx);
    assertSame(error, waiters.outage());
    assertEquals(patience + 5, waiters.dueAt());
    waiters.dismissLate(patience + 5, "holder", fx);
    assertEquals(new Outcome.Failed(error), other.outcome());
    assertNull(untimed.outcome());
    waiters.answered();
    assertNull(waiters.outage());
    assertEquals(patience + 100, waiters.dueAt());
  }

  @Test
  void whoIsDismissedHasLeftTheRoom() {
    Waiter timed = waits(0, 10);
    Waiter untimed = waits(0, Timers.NEVER);
    waiters.dismiss(Waiter::isTimed, new Outcome.Cancelled(), fx);
    assertEquals(new Outcome.Cancelled(), timed.outcome());
    assertNull(untimed.outcome());
    assertSame(untimed, waiters.first());
  }

  @Test
  void waitersLeaveFromAnywhereAndTheOthersKeepTheirOrder() {
    Waiter first = waits(0, Timers.NEVER);
    Waiter second = waits(0, Timers.NEVER);
    Waiter third = waits(0, Timers.NEVER);
    Waiter last = waits(0, Timers.NEVER);
    assertTrue(waiters.remove(second));
    assertNull(second.after, "it keeps no other waiter alive");
    assertTrue(waiters.remove(last));
    Waiter next = waits(0, 5);
    Waiter late = waits(0, 5);
    assertEquals(4, waiters.size());
    waiters.dismissLate(5, "holder", fx);
    assertEquals(late(), next.outcome());
    assertEquals(late(), late.outcome());
    Waiter newest = waits(0, Timers.NEVER);
    assertSame(first, waiters.takeFirst());
    assertSame(third, waiters.takeFirst());
    assertSame(newest, waiters.takeFirst());
    assertTrue(waiters.isEmpty());
    assertEquals(0, waiters.size());
  }

  @Test
  void aWaiterHasOneOutcome() {
    Waiter waiter = waits(0, Timers.NEVER);
    waiter.decide(late());
    assertThrows(IllegalStateException.class, () -> waiter.decide(new Outcome.Cancelled()));
    assertEquals(late(), waiter.outcome());
  }

  @Test
  void aFutureFailsWithWhatItsRequestFailedWith() {
    LeaseFuture<Lease> future = new LeaseFuture<>(Outcome::lease);
    future.settle(new Outcome.Failed(new IllegalStateException("as told")));
    CompletionException failure = assertThrows(CompletionException.class, future::join);
    assertEquals("as told", failure.getCause().getMessage());
  }
}
