package dev.holdfast.internal.engine;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.holdfast.Lease;
import dev.holdfast.internal.hold.LockSettings;
import dev.holdfast.internal.runtime.Timers;
import java.util.List;
import org.junit.jupiter.api.Test;

/** A line that is forgotten, or closed, takes nobody in: a waiter in it would never be answered. */
final class ForgottenMachineTest {
  private final Bench bench = new Bench();

  private Waiter waiter() {
    return Waiter.parked(LockSettings.DEFAULTS, true, bench.host.nanos(), Timers.NEVER);
  }

  private NameMachine machineOf(Lease lease) {
    return (NameMachine) ((HeldLease) lease).state().machine;
  }

  @Test
  void whoMeetsAMachineThatIsForgottenAsksAnother() {
    Lease lease = bench.mutex().tryAcquire().orElseThrow();
    lease.close();
    Waiter waiter = waiter();
    assertFalse(machineOf(lease).enqueue(waiter, new Effects()));
    assertNull(waiter.outcome());
  }

  @Test
  void aMachineIsNotForgottenBeforeTheStoreHasConfirmedTheEnd() {
    Lease lease = bench.mutex().tryAcquire().orElseThrow();
    Effects notYet = new Effects();
    assertNotNull(machineOf(lease).release(((HeldLease) lease).state(), notYet));
    assertTrue(machineOf(lease).enqueue(waiter(), new Effects()));
  }

  @Test
  void whoMeetsAMachineThatIsClosedAsksAnother() {
    NameMachine machine = new NameMachine(Bench.NAME, bench.engine, retired -> {});
    assertEquals(List.of(), machine.close(Closing.closedError(), new Effects()));
    assertFalse(machine.enqueue(waiter(), new Effects()));
  }

  /** As when a thread notices its interrupt long after its request was over. */
  @Test
  void whatIsTakenBackFromAMachineThatIsForgottenIsOver() {
    Waiter waiter = waiter();
    assertTrue(bench.engine.cancel(Bench.NAME, waiter).isDone());
    assertNull(waiter.outcome());
  }
}
