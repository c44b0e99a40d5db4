package dev.holdfast.internal.hold;

import static java.util.concurrent.TimeUnit.MILLISECONDS;
import static java.util.concurrent.TimeUnit.SECONDS;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.holdfast.LockOptions;
import dev.holdfast.internal.runtime.Timers;
import org.junit.jupiter.api.Test;

/** When a hold is renewed. */
final class RenewalScheduleTest {
  private static final LockSettings SETTINGS = LockSettings.DEFAULTS; // a lease of 30 s
  private static final long THIRD = SECONDS.toNanos(10);

  private final RenewalSchedule schedule = new RenewalSchedule(7);

  @Test
  void itIsAfterAThirdOrASixteenthOfThatSooner() {
    schedule.plan(SETTINGS, THIRD);
    assertEquals(7 + THIRD, schedule.renewAt());
    assertFalse(schedule.isDue(7 + THIRD - THIRD / 16 - 1));
    assertTrue(schedule.isDue(7 + THIRD - THIRD / 16));
  }

  @Test
  void inContactItIsAfterTwoSeconds() {
    schedule.keepContact();
    schedule.plan(SETTINGS, THIRD);
    assertEquals(7 + SECONDS.toNanos(2), schedule.renewAt());
  }

  @Test
  void aHoldThatWasHandedOverIsClaimedSoon() {
    schedule.planClaim(SECONDS.toNanos(3), 100);
    assertEquals(100 + MILLISECONDS.toNanos(50), schedule.renewAt());
    schedule.planClaim(400, 100);
    assertEquals(200, schedule.renewAt(), "a third of what is left");
    schedule.planClaim(50, 100);
    assertEquals(100, schedule.renewAt(), "nothing is left");
  }

  @Test
  void aLeaseThatIsNotToBeRenewedIsNot() {
    schedule.plan(new LockSettings(LockOptions.defaults().renew(false)), THIRD);
    assertEquals(Timers.NEVER, schedule.renewAt());
    schedule.noLaterThan(55);
    assertEquals(55, schedule.renewAt(), "unless that was planned before");
  }

  @Test
  void nothingIsDueWhileARenewalIsUnderWay() {
    schedule.plan(SETTINGS, THIRD);
    schedule.sent();
    assertEquals(Timers.NEVER, schedule.renewAt());
    assertTrue(schedule.isAskedFor(8));
    schedule.answered(9);
    assertEquals(9, schedule.lastContact());
    assertFalse(schedule.isAskedFor(10));
    schedule.sent();
    schedule.answered(8);
    assertEquals(9, schedule.lastContact(), "an older one's answer came later");
  }

  @Test
  void aRenewalWithoutAnAnswerIsRepeated() {
    schedule.plan(SETTINGS, THIRD);
    schedule.sent();
    schedule.failed(SETTINGS, 20);
    assertEquals(20 + SETTINGS.retryNanos, schedule.renewAt());
    assertFalse(schedule.isDue(19 + SETTINGS.retryNanos), "and not early");
    assertEquals(7, schedule.lastContact());
    schedule.renewNow(30);
    assertTrue(schedule.isDue(30));
  }
}
