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
final class ForgottenLineTest {
  private final Bench bench = new Bench();

  private Waiter waiter() {
    return Waiter.parked(LockSettings.DEFAULTS, true, bench.host.nanos(), Timers.NEVER);
  }

  private NameMachine lineOf(Lease lease) {
    return (NameMachine) ((HeldLease) lease).state().line;
  }

  @Test
  void whoMeetsALineThatIsForgottenAsksAnother() {
    Lease lease = bench.mutex().tryAcquire().orElseThrow();
    lease.close();
    Waiter waiter = waiter();
    assertFalse(lineOf(lease).enqueue(waiter, new Effects()));
    assertNull(waiter.outcome());
  }

  @Test
  void aLineIsNotForgottenBeforeTheStoreHasConfirmedTheEnd() {
    Lease lease = bench.mutex().tryAcquire().orElseThrow();
    Effects notYet = new Effects();
    assertNotNull(lineOf(lease).release(((HeldLease) lease).state(), notYet));
    assertTrue(lineOf(lease).enqueue(waiter(), new Effects()));
  }

  @Test
  void whoMeetsALineThatIsClosedAsksAnother() {
    NameMachine line = new NameMachine(Bench.NAME, bench.engine, retired -> {});
    assertEquals(List.of(), line.close(Closing.closedError(), new Effects()));
    assertFalse(line.enqueue(waiter(), new Effects()));
  }

  /** As when a thread notices its interrupt long after its request was over. */
  @Test
  void whatIsTakenBackFromALineThatIsForgottenIsOver() {
    Waiter waiter = waiter();
    assertTrue(bench.engine.cancel(Bench.NAME, waiter).isDone());
    assertNull(waiter.outcome());
  }
}
