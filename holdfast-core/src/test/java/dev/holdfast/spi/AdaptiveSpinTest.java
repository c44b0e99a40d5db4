package dev.holdfast.spi;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Test;

/** How long a thread looks before it parks, by a clock that only moves while others run. */
class AdaptiveSpinTest {
  private final AtomicLong micros = new AtomicLong(Long.MAX_VALUE / 1_000);
  private int looks;
  private int turnsOfOthers;
  private long turnMicros = 10;

  private final AdaptiveSpin moment =
      new AdaptiveSpin(
          () -> micros.get() * 1_000,
          () -> {
            turnsOfOthers++;
            micros.addAndGet(turnMicros);
          });

  /** Looks for what comes with the n-th look. */
  private void lookForWhatComesAt(int look) {
    looks = 0;
    turnsOfOthers = 0;
    moment.lookFor(() -> ++looks >= look);
  }

  @Test
  void whatIsThereIsNotWaitedFor() {
    lookForWhatComesAt(1);
    assertEquals(0, turnsOfOthers);
  }

  @Test
  void whatComesIsSeen() {
    lookForWhatComesAt(4);
    assertEquals(3, turnsOfOthers);
  }

  @Test
  void itEndsAfterATenthOfAMillisecond() {
    lookForWhatComesAt(1_000);
    assertEquals(10, turnsOfOthers);
  }

  /** Whether it is looked for more than once, where no look costs a slice. */
  private boolean looks() {
    turnMicros = 10;
    lookForWhatComesAt(1_000);
    return turnsOfOthers > 0;
  }

  private void loseASlice() {
    turnMicros = 2_000;
    lookForWhatComesAt(1_000);
    assertEquals(1, turnsOfOthers);
  }

  /** Loses as many slices one after the other as make it rest. */
  private void loseSlices() {
    for (int i = 0; i < 3; i++) {
      loseASlice();
    }
  }

  /** Does something while so many others look. */
  private void amongOthers(int others, Runnable something) {
    if (others == 0) {
      something.run();
      return;
    }
    AtomicInteger look = new AtomicInteger();
    moment.lookFor(
        () -> {
          if (look.getAndIncrement() == 0) {
            turnMicros = 1;
            return false;
          }
          amongOthers(others - 1, something);
          return true;
        });
  }

  @Test
  void whoLosesOneTimeSliceAfterTheOtherLooksNoMoreForAWhile() {
    loseSlices();
    micros.addAndGet(15_999);
    assertFalse(looks());
    micros.addAndGet(1);
    assertTrue(looks());
  }

  @Test
  void whoLosesOneNowAndThenLooksOn() {
    for (int i = 0; i < 20; i++) {
      loseASlice();
      assertTrue(looks());
    }
  }

  @Test
  void whatManyLoseAtTheSameTimeIsOneSlice() {
    amongOthers(
        7,
        () -> {
          for (int i = 0; i < 8; i++) {
            loseASlice();
          }
        });
    assertTrue(looks());
  }

  @Test
  void manyWhoLoseOneAfterTheOtherLookNoMoreEither() {
    amongOthers(
        7,
        () -> {
          for (int i = 0; i < 22; i++) {
            loseASlice();
          }
          assertFalse(looks());
        });
  }

  @Test
  void ofACrowdTheOthersDoNotLook() {
    amongOthers(63, () -> assertTrue(looks()));
    amongOthers(64, () -> assertFalse(looks()));
  }

  @Test
  void whoSoonLosesTheNextLooksNoMoreForTwiceAsLong() {
    loseSlices();
    for (int restMillis : new int[] {16, 32, 64, 128, 256, 512, 1_000, 1_000}) {
      micros.addAndGet(restMillis * 1_000 - 1);
      assertFalse(looks());
      micros.addAndGet(1);
      loseSlices();
    }
  }

  @Test
  void whoLosesOneMuchLaterBeginsAnew() {
    loseSlices();
    micros.addAndGet(16_000);
    loseSlices();
    micros.addAndGet(9 * 32_000);
    loseSlices();
    micros.addAndGet(16_000);
    assertTrue(looks());
  }
}
