package dev.holdfast.quorum;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;

class ClockWatchTest {
  private static final long LONGEST_MILLIS = 10_000;

  private final StormTime time = new StormTime(new SplittableRandom(1));
  private final ClockWatch watch = new ClockWatch(time.pace(), LONGEST_MILLIS);

  /** The member's clock less the client's. */
  private long ahead = 1_000_000;

  /** Looks at the clock, which takes so long in all, and is read in the middle. */
  private void look(long tookMillis) {
    long sentAt = time.nanos();
    time.pass(tookMillis / 2);
    long clock = ahead + time.millis();
    time.pass(tookMillis - tookMillis / 2);
    watch.heard(0, clock, sentAt);
  }

  @Test
  void aClockThatGoesOnIsBelieved() {
    for (int i = 0; i < 1_000; i++) {
      look(i % 40);
      time.pass(i);
      ahead += i % 100 == 0 ? 1 : 0; // one in five hundred
      assertFalse(watch.isDoubtful());
    }
  }

  @Test
  void aStepForwardIsDoubtedForAsLongAsALeaseLasts() {
    look(2);
    time.pass(5_000);
    ahead += 60;
    look(2);
    assertTrue(watch.isDoubtful());
    time.pass(LONGEST_MILLIS);
    assertTrue(watch.isDoubtful());
    time.pass(LONGEST_MILLIS / 100 + 2);
    assertFalse(watch.isDoubtful());
    look(2);
    assertFalse(watch.isDoubtful());
  }

  @Test
  void anotherStepIsDoubtedAnew() {
    look(2);
    ahead += 200;
    look(2);
    time.pass(LONGEST_MILLIS / 2);
    ahead += 200;
    look(2);
    time.pass(LONGEST_MILLIS / 2 + 200);
    assertTrue(watch.isDoubtful());
  }

  @Test
  void whatAStepCannotBeToldFromIsNone() {
    look(1_000);
    ahead += 400;
    look(1_000);
    assertFalse(watch.isDoubtful());
    look(2);
    ahead += 400;
    look(2);
    assertTrue(watch.isDoubtful());
  }

  @Test
  void aStepBackHarmsNobodyUntilItIsTakenBack() {
    look(2);
    ahead -= 5_000;
    look(2);
    assertFalse(watch.isDoubtful());
    ahead += 5_000;
    look(2);
    assertTrue(watch.isDoubtful());
  }

  /** A grant that is asked for now, and has this stamp a millisecond later. */
  private boolean isProven(long stampMillis) {
    long askedAt = time.nanos();
    time.pass(1);
    return watch.isProvenBy(0, stampMillis * 1_000, askedAt);
  }

  @Test
  void aStampAboveWhichNoClockWasProvesThatNoneWasStepped() {
    assertFalse(isProven(ahead + time.millis()), "nothing is known of the clock yet");
    look(2);
    assertTrue(isProven(ahead + time.millis() + 1));
    assertTrue(isProven(ahead + time.millis() + 45));
    ahead += 60;
    assertFalse(isProven(ahead + time.millis() + 1));
    look(2);
    assertFalse(isProven(ahead + time.millis() + 1), "it is doubtful");
    time.pass(LONGEST_MILLIS + LONGEST_MILLIS / 100 + 2);
    assertTrue(isProven(ahead + time.millis() + 1));
  }

  @Test
  void whatTheClockShowsAtMostIsKnown() {
    assertEquals(0, watch.clockAtMostMicros(0));
    look(2);
    long now = (ahead + time.millis()) * 1_000;
    assertTrue(watch.clockAtMostMicros(0) >= now);
    assertTrue(watch.clockAtMostMicros(0) <= now + 3_000);
  }

  @Test
  void partsHaveClocksOfTheirOwn() {
    look(2);
    long sentAt = time.nanos();
    time.pass(2);
    watch.heard(1, ahead + time.millis() + 100_000, sentAt);
    assertFalse(watch.isDoubtful());
  }
}
