package dev.holdfast.internal;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.holdfast.Loss;
import java.util.Objects;
import org.junit.jupiter.api.Test;

/** What is noted for tries is never behind what a lease says of itself. */
final class TakenTest {
  private final Bench bench = new Bench();
  private final LeaseState lease = ((HeldLease) bench.mutex().tryAcquire().orElseThrow()).state();

  private boolean isRefused() {
    Waiter tries =
        Waiter.parked(LockSettings.DEFAULTS, false, bench.host.nanos(), LockSettings.NEVER);
    return lease.line.taken.refuses(tries, new Effects());
  }

  /** The thread that takes in a loss may be kept from going on right after the loss can be seen. */
  @Test
  void noTryIsRefusedForALeaseThatIsSeenToBeLost() {
    AcquireFlow flow = lease.line.flows.front();
    assertTrue(isRefused());
    synchronized (lease.line) {
      HoldUse held = Objects.requireNonNull(flow.holdUse());
      flow.gone(held, Loss.Kind.BROKEN, "a test", new Effects());
      assertEquals(LeaseState.Phase.LOST, lease.phase());
      assertFalse(isRefused(), "the name is free in the store, and a try has to ask");
    }
  }
}
