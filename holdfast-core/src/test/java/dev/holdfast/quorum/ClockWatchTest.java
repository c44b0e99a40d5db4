package dev.holdfast.quorum;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;

class ClockWatchTest {
  private static final long LONGEST_MILLIS = 10_000;

  private final StormTime time = new StormTime(new SplittableRandom(1));
  private final Steps steps = ClockWatch.steps(3, LONGEST_MILLIS);
  private final ClockWatch watch = new ClockWatch(time.pace(), LONGEST_MILLIS, steps);
  private final ClockWatch second = new ClockWatch(time.pace(), LONGEST_MILLIS, steps);
  private final ClockWatch third = new ClockWatch(time.pace(), LONGEST_MILLIS, steps);

  /** The member's clock less the client's. */
  private long ahead = 1_000_000;

  /** Looks at the clock, which takes so long in all, and is read in the middle. */
  private void look(long tookMillis) {
    look(watch, tookMillis);
  }

  private void look(ClockWatch watch, long tookMillis) {
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

  /** It was read before a step that another answer, which came earlier, has shown. */
  @Test
  void anAnswerThatComesLateIsNoStepBack() {
    lookAtAll();
    long sentAt = time.nanos();
    time.pass(1);
    long before = ahead + time.millis();
    standStill(300);
    lookAtAll();
    third.heard(0, before, sentAt);
    standStill(300);
    lookAtAll();
    assertFalse(watch.isDoubtful() || second.isDoubtful() || third.isDoubtful());
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

  /** All members' clocks are one here, so that this is the client's time that stands still. */
  private void standStill(long millis) {
    ahead += millis;
  }

  private void lookAtAll() {
    look(watch, 2);
    look(second, 2);
    look(third, 2);
  }

  private boolean isAnyDoubtful() {
    return watch.isDoubtful() || second.isDoubtful() || third.isDoubtful();
  }

  @Test
  void whatAllDoAlikeWasTheClient() {
    lookAtAll();
    for (int i = 0; i < 5; i++) {
      time.pass(1_000);
      standStill(300);
      look(watch, 2);
      look(second, 2);
      assertTrue(watch.isDoubtful() && second.isDoubtful(), "the third was not asked yet");
      assertTrue(steps.areUndecided(time.nanos()));
      look(third, 2);
      assertFalse(isAnyDoubtful());
      assertFalse(steps.areUndecided(time.nanos()));
    }
  }

  @Test
  void ofOneThatDoesNotStepAlikeTheOthersAreDoubted() {
    lookAtAll();
    time.pass(1_000);
    standStill(300);
    look(watch, 2);
    look(second, 2);
    ahead -= 300;
    look(third, 2);
    assertFalse(steps.areUndecided(time.nanos()));
    time.pass(LONGEST_MILLIS);
    assertTrue(watch.isDoubtful() && second.isDoubtful());
    assertFalse(third.isDoubtful());
  }

  @Test
  void anotherAmountIsAnotherStep() {
    lookAtAll();
    time.pass(1_000);
    standStill(300);
    look(watch, 2);
    look(second, 2);
    ahead += 10;
    look(third, 2);
    assertTrue(watch.isDoubtful() && second.isDoubtful() && third.isDoubtful());
  }

  /** A member was asked in between, so that they did not step at the same time. */
  @Test
  void oneAfterTheOtherIsNotAtOnce() {
    lookAtAll();
    time.pass(1_000);
    standStill(300);
    look(watch, 2);
    ahead -= 300;
    look(second, 2);
    look(third, 2);
    time.pass(1_000);
    ahead += 300;
    look(second, 2);
    look(third, 2);
    assertTrue(watch.isDoubtful() && second.isDoubtful() && third.isDoubtful());
  }

  /** The answer of the third was on its way while the client stood still. */
  @Test
  void anAnswerFromBeforeProvesNothing() {
    lookAtAll();
    time.pass(1_000);
    long sentAt = time.nanos();
    long clock = ahead + time.millis();
    standStill(300);
    look(watch, 2);
    look(second, 2);
    third.heard(0, clock, sentAt);
    assertTrue(watch.isDoubtful());
    look(third, 2);
    assertFalse(isAnyDoubtful());
  }

  @Test
  void oneThatDoesNotAnswerForLongIsNotWaitedFor() {
    lookAtAll();
    time.pass(LONGEST_MILLIS / 5);
    standStill(300);
    look(watch, 2);
    look(second, 2);
    assertTrue(watch.isDoubtful());
    time.pass(LONGEST_MILLIS / 20);
    assertFalse(isAnyDoubtful());
  }

  @Test
  void oneAloneIsNotAll() {
    look(watch, 2);
    time.pass(LONGEST_MILLIS);
    standStill(300);
    look(watch, 2);
    time.pass(LONGEST_MILLIS);
    assertTrue(watch.isDoubtful(), "the others were never heard of");
  }

  /** As a member may have that is itself several servers. */
  @Test
  void aClockThatIsAskedLaterIsComparedWithWhatWasDecided() {
    lookAtAll();
    long sentAt = time.nanos();
    third.heard(1, ahead + time.millis(), sentAt);
    time.pass(1_000);
    standStill(300);
    lookAtAll();
    assertFalse(isAnyDoubtful());
    time.pass(5_000);
    sentAt = time.nanos();
    third.heard(1, ahead + time.millis(), sentAt);
    assertFalse(isAnyDoubtful());
    ahead += 300;
    third.heard(1, ahead + time.millis(), time.nanos());
    assertTrue(third.isDoubtful());
  }
}
