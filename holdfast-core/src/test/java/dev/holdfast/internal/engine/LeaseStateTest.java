package dev.holdfast.internal.engine;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.holdfast.HoldfastListener.How;
import dev.holdfast.Loss;
import dev.holdfast.internal.hold.LockSettings;
import dev.holdfast.internal.hold.LossReason;
import dev.holdfast.spi.StoreCapabilities.HoldKind;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

/** A lease is held, and then either released or lost. */
final class LeaseStateTest {
  private static final Loss LOSS = new Loss(Loss.Kind.EXPIRED, "a test", null);

  private final StillServices services = new StillServices();
  private final LeaseState lease =
      new LeaseState(
          services.machine(), Bench.hold(), 7, LockSettings.DEFAULTS, 0, 1, How.FREE, null);
  private final List<Loss> told = new ArrayList<>();

  @Test
  void itsCallbacksAreTakenByItsLoss() {
    assertNull(lease.onLost(told::add));
    assertNull(lease.onLost(told::add));
    lease.lost(LOSS).forEach(callback -> callback.accept(LOSS));
    assertEquals(List.of(LOSS, LOSS), told);
    assertEquals(List.of(), lease.lost(LOSS), "they are told once");
    assertSame(LOSS, lease.loss());
  }

  @Test
  void aCallbackThatComesAfterTheLossIsToldAtOnce() {
    lease.lost(LOSS);
    assertSame(LOSS, lease.onLost(told::add));
  }

  @Test
  void aReleasedLeaseIsNotLostAndTellsNoCallback() {
    lease.onLost(told::add);
    lease.released();
    assertEquals(LeaseState.Phase.RELEASED, lease.phase());
    assertNull(lease.onLost(told::add));
    assertNull(lease.loss());
  }

  @Test
  void itsReleaseMayFindThatItsHoldWasGone() {
    lease.released();
    lease.wasGone(LossReason.missingAtRelease(HoldKind.LEASE));
    assertEquals(LeaseState.Phase.RELEASED, lease.phase());
    Loss loss = lease.loss();
    assertNotNull(loss);
    assertEquals(Loss.Kind.REFUSED, loss.kind());
  }

  @Test
  void aLeaseThatIsReferencedHasNotLeaked() {
    assertFalse(lease.isLeaked(), "it has no handle yet");
    HeldLease handle = services.handleOf(lease);
    lease.handledBy(handle);
    assertFalse(lease.isLeaked());
    assertTrue(handle.isHeld());
  }
}
