package dev.holdfast.internal.engine;

import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.holdfast.LockOptions;
import dev.holdfast.internal.engine.Waiter.Outcome;
import dev.holdfast.internal.hold.LockSettings;
import dev.holdfast.internal.runtime.Timers;
import java.time.Duration;
import org.junit.jupiter.api.Test;

/** Threads that lend to one another keep their line's lock from others, but not the news. */
final class RecallTest {
  private static final LockSettings TERMS =
      new LockSettings(LockOptions.defaults().lendingBudget(0, Duration.ofSeconds(1)));

  private final Bench bench = new Bench();

  private Waiter enqueued() {
    Waiter waiter = Waiter.parked(TERMS, true, bench.host.nanos(), Timers.NEVER);
    bench.engine.enqueue(Bench.NAME, waiter);
    return waiter;
  }

  @Test
  void aRecallThatWaitsForTheLinesLockIsSeenByWhoeverHasIt() throws InterruptedException {
    Outcome.Granted granted = assertInstanceOf(Outcome.Granted.class, enqueued().outcome());
    LeaseState lease = ((HeldLease) granted.lease()).state();
    Waiter next = enqueued();
    Thread push = new Thread(() -> bench.engine.recalled(Bench.NAME, lease.hold.attemptId));
    synchronized (lease.machine) {
      push.start();
      while (push.getState() != Thread.State.BLOCKED) {
        Thread.onSpinWait();
      }
      bench.engine.leaseRequests.release(lease);
      Outcome.Granted then = assertInstanceOf(Outcome.Granted.class, next.outcome());
      assertTrue(then.lease().token() > lease.token + 1, "it was lent on, though recalled");
    }
    push.join();
    assertFalse(push.isAlive());
  }
}
