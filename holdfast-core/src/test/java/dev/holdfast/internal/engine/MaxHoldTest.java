package dev.holdfast.internal.engine;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;

import dev.holdfast.Lease;
import dev.holdfast.LeaseLostException;
import dev.holdfast.LockOptions;
import dev.holdfast.Loss;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;

/** A lease that was held for too long is lost, whether or not a tick has come since (rule L1). */
final class MaxHoldTest {
  private static final Duration LONGEST = Duration.ofMillis(89);

  private final Bench bench = new Bench(); // its ticks never come

  private Lease heldTooLong() throws InterruptedException {
    Lease lease = bench.mutex(LockOptions.defaults().maxHold(LONGEST)).acquire();
    bench.host.advance(LONGEST.toNanos());
    return lease;
  }

  /** Found by the simulation, seed 24074: isHeld() said no, and close() was silent. */
  @Test
  void closingItSaysSo() throws InterruptedException {
    Lease lease = heldTooLong();
    assertThrows(LeaseLostException.class, lease::close);
    assertEquals(List.of(Loss.Kind.MAX_HOLD), List.copyOf(bench.told));
  }

  @Test
  void makingItCertainSaysSo() throws InterruptedException {
    Lease lease = heldTooLong();
    assertThrows(LeaseLostException.class, () -> lease.ensure(Duration.ofMillis(1)));
    assertFalse(lease.isHeld());
    assertEquals(List.of(Loss.Kind.MAX_HOLD), List.copyOf(bench.told));
  }

  @Test
  void whoStopsInTimeLosesNothing() throws InterruptedException {
    Lease lease = bench.mutex(LockOptions.defaults().maxHold(LONGEST)).acquire();
    bench.host.advance(LONGEST.toNanos() - 1);
    lease.close();
    assertEquals(List.of(), List.copyOf(bench.told));
  }
}
