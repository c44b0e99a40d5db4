package dev.holdfast.internal.hold;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.holdfast.Loss;
import dev.holdfast.StoreException;
import dev.holdfast.spi.StoreCapabilities.HoldKind;
import org.junit.jupiter.api.Test;

/** A loss says what is known of its cause, and no more. */
final class LossReasonTest {
  @Test
  void aHoldThatIsMissingIsRefusedOrEndedWithItsSession() {
    assertEquals(Loss.Kind.REFUSED, LossReason.missing(HoldKind.LEASE).kind());
    assertEquals(Loss.Kind.SESSION_ENDED, LossReason.missing(HoldKind.SESSION).kind());
    assertEquals(Loss.Kind.REFUSED, LossReason.missingAtRelease(HoldKind.LEASE).kind());
  }

  /** A node that is gone does not say who took it away. */
  @Test
  void onlyWhereHoldsHaveRecordsAnOperatorIsBlamedAlone() {
    assertFalse(LossReason.broken(HoldKind.LEASE).message().contains("or the store"));
    assertTrue(LossReason.broken(HoldKind.SESSION).message().contains("or the store has lost it"));
  }

  @Test
  void anExpiryNamesTheErrorThatLedToIt() {
    StoreException silent = new StoreException("silent", null, true);
    Loss loss = LossReason.expired(silent);
    assertSame(silent, loss.error().orElseThrow());
    assertTrue(loss.message().endsWith("silent"), loss.message());
    assertTrue(LossReason.expired(null).error().isEmpty());
  }
}
