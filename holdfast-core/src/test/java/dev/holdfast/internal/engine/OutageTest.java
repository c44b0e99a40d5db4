package dev.holdfast.internal.engine;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.holdfast.StoreException;
import dev.holdfast.internal.hold.LockSettings;
import dev.holdfast.internal.runtime.Timers;
import org.junit.jupiter.api.Test;

/** How long a waiter stays while the store is silent. */
final class OutageTest {
  private static final long PATIENCE = LockSettings.DEFAULTS.patienceNanos;
  private final StoreException silent = new StoreException("silent", null, true);

  private static Waiter cameAt(long nanos) {
    return Waiter.async(LockSettings.DEFAULTS, true, nanos, Timers.NEVER, outcome -> {});
  }

  @Test
  void patienceCountsFromTheFirstFailureOrFromArrival() {
    Outage outage = new Outage(50, silent);
    assertEquals(50 + PATIENCE, outage.patienceEnds(cameAt(7)));
    assertEquals(90 + PATIENCE, outage.patienceEnds(cameAt(90)));
  }

  @Test
  void aRequestThatWasNotSentSaysSoAndWhy() {
    StoreException notAsked = Outage.notAsked("a", silent);
    assertTrue(notAsked.getMessage().contains("was not sent"), notAsked.getMessage());
    assertSame(silent, notAsked.getCause());
    assertTrue(notAsked.isTransient());
  }
}
