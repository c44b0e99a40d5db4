package dev.holdfast.internal;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Test;

/** How long a thread looks before it parks, by a clock that only moves while others run. */
class MomentTest {
  private final AtomicLong micros = new AtomicLong(Long.MAX_VALUE / 1_000);
  private int looks;
  private int turnsOfOthers;
  private long turnMicros = 10;

  private final Moment moment =
      new Moment(
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

  @Test
  void whoLosesATimeSliceLooksNoMoreForASecond() {
    turnMicros = 2_000;
    lookForWhatComesAt(1_000);
    assertEquals(1, turnsOfOthers);
    micros.addAndGet(999_000);
    lookForWhatComesAt(1_000);
    assertEquals(0, turnsOfOthers);
    micros.addAndGet(1_000);
    turnMicros = 10;
    lookForWhatComesAt(1_000);
    assertEquals(10, turnsOfOthers);
  }
}
