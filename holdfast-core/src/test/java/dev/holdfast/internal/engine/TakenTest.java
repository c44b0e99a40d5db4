package dev.holdfast.internal.engine;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.holdfast.internal.hold.LockSettings;
import dev.holdfast.internal.hold.LossReason;
import dev.holdfast.internal.runtime.Timers;
import dev.holdfast.spi.Mode;
import java.util.Objects;
import org.junit.jupiter.api.Test;

/** What is noted for tries is never behind what a lease says of itself. */
final class TakenTest {
  private final Bench bench = new Bench();
  private final LeaseState lease = ((HeldLease) bench.mutex().tryAcquire().orElseThrow()).state();
  private final NameMachine machine = (NameMachine) lease.machine;

  private boolean isRefused() {
    Waiter tries = Waiter.parked(LockSettings.DEFAULTS, false, bench.host.nanos(), Timers.NEVER);
    return machine.taken.refuses(tries, new Effects());
  }

  /** The thread that takes in a loss may be kept from going on right after the loss can be seen. */
  @Test
  void noTryIsRefusedForALeaseThatIsSeenToBeLost() {
    AcquireFlow flow = machine.flows.front();
    assertTrue(isRefused());
    synchronized (machine) {
      HoldUse held = Objects.requireNonNull(flow.holdUse());
      flow.gone(held, LossReason.sessionEnded("a test"), new Effects());
      assertEquals(LeaseState.Phase.LOST, lease.phase());
      assertFalse(isRefused(), "the name is free in the store, and a try has to ask");
    }
  }

  /** Writers are refused by readers, and readers are not. */
  @Test
  void whatIsNotedOfReadersRefusesWritersAlone() {
    Taken taken = new Taken();
    taken.note("b/h/1/n/1", false, true);
    LockSettings reads = new LockSettings(Mode.SHARED, LockSettings.DEFAULTS.options);
    Waiter reader = Waiter.async(reads, false, 1, Timers.NEVER, outcome -> {});
    Waiter writer = Waiter.async(LockSettings.DEFAULTS, false, 1, Timers.NEVER, o -> {});
    assertFalse(taken.refuses(reader, new Effects()));
    assertTrue(taken.refuses(writer, new Effects()));
    assertEquals(new Waiter.Outcome.NotGranted("b/h/1/n/1"), writer.outcome());
    taken.note(null, false, false);
    assertFalse(taken.refuses(reader, new Effects()));
  }
}
