package dev.holdfast.spi;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;

/** Monotonic time that counts what the machine slept (rule T3). */
class SuspendAwareClockTest {
  private long monotonicMillis = 5_000;
  private long wallMillis = 1_700_000_000_000L;
  private final SuspendAwareClock ticker =
      new SuspendAwareClock(() -> TimeUnit.MILLISECONDS.toNanos(monotonicMillis), () -> wallMillis);

  private long millis() {
    return TimeUnit.NANOSECONDS.toMillis(ticker.nanos());
  }

  private void run(long millis) {
    monotonicMillis += millis;
    wallMillis += millis;
  }

  @Test
  void startsAtZeroAndFollowsTheMonotonicClock() {
    assertEquals(0, millis());
    run(1_234);
    assertEquals(1_234, millis());
  }

  @Test
  void suspendedTimeCountsAsPassed() {
    run(1_000);
    wallMillis += 60_000; // the monotonic clock stood still
    assertEquals(61_000, millis());
    run(1_000);
    assertEquals(62_000, millis());
    wallMillis += 30_000;
    assertEquals(92_000, millis());
  }

  @Test
  void aWallClockThatIsSetBackChangesNothing() {
    run(1_000);
    wallMillis -= 3_600_000;
    assertEquals(1_000, millis());
    run(500);
    assertEquals(1_500, millis());
    wallMillis += 40_000; // and a suspension after it counts from there
    assertEquals(41_500, millis());
  }

  @Test
  void aWallClockThatGoesOnInStepsIsNoSuspension() {
    SuspendAwareClock coarse =
        new SuspendAwareClock(
            () -> TimeUnit.MILLISECONDS.toNanos(monotonicMillis), () -> wallMillis / 16 * 16);
    for (int i = 1; i <= 1_000; i++) {
      run(7);
      long added = TimeUnit.NANOSECONDS.toMillis(coarse.nanos()) - 7L * i;
      assertTrue(added >= 0 && added <= 16, "added for the steps: " + added);
    }
  }

  @Test
  void theWallClockMayBeAheadByFiveMilliseconds() {
    wallMillis += 5;
    assertEquals(0, millis());
    wallMillis += 1;
    assertEquals(6, millis());
  }

  /** The least margin is 10 ms (rule T2). */
  @Test
  void noSuspensionOfAsMuchAsTheLeastMarginIsMissed() {
    for (int i = 1; i <= 100; i++) {
      run(1_000);
      wallMillis += 10;
      assertEquals(1_010L * i, millis());
    }
  }

  @Test
  void aThreadThatWasHeldUpBetweenTheClocksHasSeenNoSuspension() {
    // It reads the monotonic clock, is held up, and reads the wall clock: that looks like a jump.
    long[] heldUp = {0};
    SuspendAwareClock slow =
        new SuspendAwareClock(
            () -> TimeUnit.MILLISECONDS.toNanos(monotonicMillis),
            () -> {
              run(heldUp[0]);
              heldUp[0] = 0;
              return wallMillis;
            });
    for (long held : new long[] {6, 51, 60, 3_600_000}) {
      long before = slow.nanos();
      heldUp[0] = held;
      assertEquals(before + TimeUnit.MILLISECONDS.toNanos(held), slow.nanos());
    }
  }

  @Test
  void neverGoesBack() {
    long last = 0;
    for (int i = 0; i < 1_000; i++) {
      run(i % 7);
      wallMillis += (i * 37 % 400) - 200;
      long now = ticker.nanos();
      assertTrue(now >= last);
      last = now;
    }
  }
}
