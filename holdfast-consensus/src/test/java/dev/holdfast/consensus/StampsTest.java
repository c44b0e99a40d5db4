package dev.holdfast.consensus;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.holdfast.consensus.Stamps.NoStampException;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;

/** Which stamps follow, whatever clocks say. */
class StampsTest {
  private static final long NOW = 1_800_000_000_000_000L;
  private static final long YEAR = TimeUnit.DAYS.toMicros(366);
  private static final long LAST = Long.MAX_VALUE / 4096 - 1;

  @Test
  void theClockLeadsAndTheOrderHolds() {
    assertEquals(NOW, Stamps.next(0, NOW));
    assertEquals(NOW, Stamps.next(NOW - YEAR, NOW));
    assertEquals(NOW + 8, Stamps.next(NOW + 7, NOW), "a clock that is behind");
  }

  @Test
  void aClockThatIsFarAheadIsNotBelieved() {
    assertEquals(NOW + 1, Stamps.next(NOW, NOW + YEAR + 1));
    assertEquals(NOW + 1, Stamps.next(NOW, Long.MAX_VALUE));
    assertThrows(NoStampException.class, () -> Stamps.next(0, LAST + 1));
  }

  @Test
  void theLastStampIsFollowedByNone() {
    assertEquals(LAST, Stamps.next(LAST - 1, NOW));
    assertTrue(Stamps.mayFollow(LAST - 1));
    assertFalse(Stamps.mayFollow(LAST));
    assertThrows(NoStampException.class, () -> Stamps.next(LAST, NOW));
    assertEquals(NOW, Stamps.mended(LAST, NOW));
    assertEquals(NOW + 7, Stamps.mended(NOW + 7, NOW), "what can be followed stays");
    assertThrows(NoStampException.class, () -> Stamps.mended(LAST, LAST + 1));
  }

  @Test
  void whatIsFarAheadIsNoFloor() {
    assertTrue(Stamps.mayBeFloor(NOW, NOW - 1, NOW));
    assertTrue(Stamps.mayBeFloor(NOW - 2 * YEAR, NOW, NOW), "it is long unused");
    assertFalse(Stamps.mayBeFloor(NOW + YEAR, NOW, NOW), "ahead of this client's clock");
    assertFalse(Stamps.mayBeFloor(NOW + YEAR, NOW, NOW + YEAR), "ahead of all others");
    assertFalse(Stamps.mayBeFloor(LAST, LAST, LAST));
  }
}
